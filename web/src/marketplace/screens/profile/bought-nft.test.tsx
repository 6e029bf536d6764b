import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { endSession, startFullSession } from '../../../api/session.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import '../../../locales/profile-page-texts.ts'
import { BoughtNft } from './bought-nft.tsx'

const PAYMENT = {
  id: 'p1',
  kind: 'PURCHASE',
  status: 'SUCCESS',
  nft: { id: '1', name: 'Tide', thumbnail_url: '/t.webp' },
  steps: [],
  note: null,
}

test.each([
  [{}, "It's yours", true],
  [{ status: 'REFUNDED', note: 'The NFT could not be transferred to you.' }, 'Refunded', false],
])('what was bought says what has become of it: %j', async (change, title, isShared) => {
  startFullSession({ access: 'a', refresh: 'r' })
  onTestFinished(() => act(async () => endSession()))
  const payment = { ...PAYMENT, ...change }
  const page = await openScreen(<BoughtNft paymentId="p1" />, { answers: { '/api/payments/p1/': { data: payment } } })
  await eventually(() => expect(page.querySelector('h2')?.textContent).toBe(title))
  expect(page.querySelector('section')?.getAttribute('aria-label')).toBe(title)
  expect(page.textContent?.includes('Share')).toBe(isShared)
  if (payment.note) expect(page.textContent).toContain(payment.note)
})
