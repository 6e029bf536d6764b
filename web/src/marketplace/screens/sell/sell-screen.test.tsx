import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { NEWEST_LISTED, useNfts } from '../../../api/nfts/nfts.ts'
import { endSession, startFullSession } from '../../../api/session.ts'
import { useMe } from '../../../api/users.ts'
import { eventually } from '../../../testing/eventually.ts'
import { listOf, openScreen } from '../../../testing/open-screen.tsx'
import { sampleListing, sampleNft } from '../../../testing/sample-nft.ts'
import { SellScreen } from './sell-screen.tsx'

const listedFor = (price: number) => {
  const listing = sampleListing({ price })
  return sampleNft({ listings: [listing], latest_listing: listing })
}

function AfterList() {
  const [list, me] = [useNfts(NEWEST_LISTED), useMe()]
  return list.data && me.data && <SellScreen />
}

test('the form begins with the price of the NFT, not with an older one that a list remembers', async () => {
  startFullSession({ access: `head.${btoa('{"sid":"1"}')}.seal`, refresh: 'refresh' })
  onTestFinished(() => act(async () => endSession()))
  let tellNft = (_nft: object): void => undefined
  const page = await openScreen(<AfterList />, {
    route: PAGES.sell,
    at: addressOf('sell', { nftId: '1' }),
    answers: {
      '/api/nfts/': listOf(listedFor(12.5)),
      '/api/nfts/1/': new Promise<object>((resolve) => (tellNft = resolve)),
      '/api/users/me/': { data: { id: '7' } },
    },
  })
  await eventually(() => expect(page.textContent).toContain('Tide'))
  await act(async () => tellNft({ data: listedFor(40) }))
  await eventually(() => expect(page.querySelector<HTMLInputElement>('form input')?.value).toBe('40.00'))
})
