import { addressOf } from '@verso/protocol/pages/pages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../../locales/dashboard-texts.ts'
import { endSession, startFullSession } from '../../../api/session.ts'
import { eventually } from '../../../testing/eventually.ts'
import { listOf, openScreen } from '../../../testing/open-screen.tsx'
import { sampleListing, sampleNft } from '../../../testing/sample-nft.ts'

beforeEach(() => startFullSession({ access: 'a', refresh: 'r' }))
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const AT = '2026-03-01T10:00:00.000Z'
const sold = sampleListing({ status: 'SOLD', buyer: '9' })
const bought = sampleNft({ id: '1', name: 'Reef', owned_by: '9', listings: [sold], latest_listing: sold })
const order = {
  id: 'p1',
  kind: 'PURCHASE',
  amount: 12.5,
  network_fee: 0,
  status: 'SUCCESS',
  nft: { id: '1', name: 'Reef', chain: 'POLYGON', thumbnail_url: '' },
  created_at: AT,
  expires_at: null,
  steps: [{ name: 'Yours', status: 'DONE', at: AT }],
  receipt_url: null,
  note: null,
}

test('a purchase is listed once: as the order, not as the work besides', async () => {
  const { RecentActivity } = await import('./recent-activity.tsx')
  const page = await openScreen(<RecentActivity />, {
    answers: {
      '/api/users/me/': { data: { id: '9', display_name: 'Lena' } },
      '/api/nfts/': listOf(bought, sampleNft({ id: '2', name: 'Ebb', owned_by: '9' })),
      '/api/payments/': listOf(order),
      '/api/accounts/earnings/entries/': listOf(),
    },
  })
  await eventually(() => expect(page.textContent).toContain('Ebb'))
  const names = [...page.querySelectorAll('a')].map((link) => link.textContent?.replace(/\d.*/, '').slice(0, 4))
  expect(names.filter((name) => name === 'Reef')).toHaveLength(1)
  expect(page.querySelector(`a[href="${addressOf('order', { paymentId: 'p1' })}"]`)).not.toBeNull()
})
