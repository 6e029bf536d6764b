import { PAGES } from '@verso/protocol/pages/pages'
import { expect, it } from 'vitest'
import { buildListedNft } from '../../../test/build-listed-nft.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { firstPictures } from './first-pictures.ts'

const t = useTestApp()

it('the page of Explore names the pictures of the first cards that it will list, and no other page does', async () => {
  for (let count = 0; count < 3; count++) await buildListedNft(t)
  await buildNft(t)
  const { data } = (await t.call('GET', '/api/nfts/?approved=true&listed=true&sort=-updated_at')).body
  const cards = (data as { card_url: string }[]).map((nft) => nft.card_url)
  expect(cards).toHaveLength(3)
  expect(await firstPictures(t.ctx)(PAGES.home)).toEqual(cards.slice(0, 2))
  expect(await firstPictures(t.ctx)(`${PAGES.home}?search=dawn`)).toEqual([])
  expect(await firstPictures(t.ctx)(PAGES.signIn)).toEqual([])
})
