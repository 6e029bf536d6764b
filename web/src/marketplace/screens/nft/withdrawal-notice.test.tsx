import type { Nft } from '@verso/protocol/nfts'
import type { Withdrawal } from '@verso/protocol/nfts/withdrawals'
import { expect, onTestFinished, test } from 'vitest'
import { endSession, startFullSession } from '../../../api/session.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { sampleListing, sampleNft } from '../../../testing/sample-nft.ts'
import { WithdrawalNotice } from './withdrawal-notice.tsx'

const NOT_DONE = 'The withdrawal did not happen'
const CALLED_OFF: Withdrawal = {
  id: '5',
  nft: '1',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  status: 'FAILED',
  error: 'Your bank has taken the payment back.',
  tx_id: null,
  created_at: '2026-03-02T10:00:00.000Z',
}

async function open(nft: Nft, withdrawal: Withdrawal = CALLED_OFF): Promise<HTMLElement> {
  startFullSession({ access: 'a', refresh: 'r' })
  onTestFinished(endSession)
  const page = await openScreen(
    <>
      <WithdrawalNotice nft={nft} isOwner />
      <WithdrawalNotice nft={sampleNft({ id: '2' })} isOwner />
    </>,
    {
      answers: {
        '/api/nfts/1/withdraw/': { data: withdrawal },
        '/api/nfts/2/withdraw/': { data: { ...withdrawal, nft: '2', status: 'SENT', error: null } },
        '/api/accounts/crypto/': { data: [] },
      },
    },
  )
  // The second is drawn with the first.
  await eventually(() => expect(page.textContent).toContain('On its way'))
  return page
}

test('a withdrawal that was called off together with a change of the NFT is told, and why', async () => {
  const page = await open(sampleNft({ taken_down: true, updated_at: '2026-03-02T10:05:00.000Z' }))
  await eventually(() => expect(page.textContent).toContain(NOT_DONE))
  expect(page.textContent).toContain('Your bank has taken the payment back.')
})

const listedAt = (day: string) => {
  const listing = sampleListing({ status: 'INACTIVE', created_at: day })
  return sampleNft({ listings: [listing], latest_listing: listing })
}

test('the listing that it has ended does not hide it', async () => {
  const page = await open(listedAt('2026-03-02T09:00:00.000Z'))
  await eventually(() => expect(page.textContent).toContain(NOT_DONE))
})

test('a failed withdrawal is told no more once the NFT was listed again', async () => {
  expect((await open(listedAt('2026-03-03T10:00:00.000Z'))).textContent).not.toContain(NOT_DONE)
})
