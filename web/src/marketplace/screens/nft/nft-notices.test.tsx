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
