import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/open-screen.tsx'
import { sampleNft } from '../../../testing/sample-nft.ts'
import '../../../locales/nft-page-texts.ts'
import { NftNotices } from './nft-notices.tsx'

test.each([
  ['PENDING' as const, 'Waiting for approval.'],
  ['REFUSED' as const, 'This work was not approved.'],
])('its owner reads what became of the approval: %s', async (approval, text) => {
  const nft = sampleNft({ approved: false, approval })
  expect((await openScreen(<NftNotices nft={nft} isOwner />)).textContent).toContain(text)
  expect((await openScreen(<NftNotices nft={nft} isOwner={false} />)).textContent).toBe('')
})

test('a failed mint is not tried again while the work is taken down: the server would refuse it', async () => {
  const mint_tx = { signature_id: null, tx_id: null, status: 'FAILED' as const, error: 'Out of gas' }
  const failed = await openScreen(<NftNotices nft={sampleNft({ mint_tx })} isOwner />)
  expect(failed.querySelector('button')?.textContent).toBe('Try again')
  const takenDown = await openScreen(<NftNotices nft={sampleNft({ mint_tx, taken_down: true })} isOwner />)
  expect(takenDown.textContent).toContain('taken down')
  expect(takenDown.querySelector('button')).toBeNull()
})
