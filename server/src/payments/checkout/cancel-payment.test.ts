import { expect, it } from 'vitest'
import { buildBuyer, buildListedNft, decide, reserve, statusOf } from '../../../test/build-listed-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

it('a purchase that is begun and cancelled does not move the NFT to the top of Explore', async () => {
  const { nft, listing } = await buildListedNft(t)
  const newer = await buildListedNft(t)
  const newest = async (): Promise<string[]> =>
    (await t.call('GET', '/api/nfts/?approved=true&listed=true&limit=2')).body.data.map(({ id }: { id: string }) => id)
  const before = [newer.nft.id, nft.id]
  expect(await newest()).toEqual(before)
  const buyer = await buildBuyer(t)
  const paymentId = await reserve(t, buyer, nft)
  expect(await newest()).toEqual(before)
  await decide(t, paymentId, 'canceled')
  await t.runJobs()
  expect(await statusOf(t, listing)).toBe('ACTIVE')
  expect(await newest()).toEqual(before)
})
