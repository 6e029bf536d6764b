import { addressOf } from '@verso/protocol/pages/pages'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { listOf, openScreen } from '../../../testing/open-screen.tsx'
import { sampleNft } from '../../../testing/sample-nft.ts'
import { MoreNfts } from './more-nfts.tsx'

test('all that a creator made is on their profile, also what they no longer own', async () => {
  const answers = { '/api/nfts/': listOf(sampleNft({ id: '2', owned_by: '8' })) }
  const page = await openScreen(<MoreNfts nft={sampleNft()} />, { answers })
  const all = () => page.querySelector('section h2 + a')
  await eventually(() => expect(all()?.getAttribute('href')).toBe(addressOf('user', { userId: '7', tab: 'created' })))
})
