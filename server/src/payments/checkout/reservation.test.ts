import { expect, it } from 'vitest'
import { buildBuyer, buildListedNft, getPayment, reserve } from '../../../test/build-listed-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

it('a reservation says to all until when it lasts, and to its buyer alone for whom', async () => {
  const { nft } = await buildListedNft(t)
  const [buyer, other] = [await buildBuyer(t), await buildBuyer(t)]
  const seenBy = async (token?: string) => {
    const one = await t.call('GET', `/api/nfts/${nft.id}/`, { token })
    const list = await t.call('GET', '/api/nfts/?limit=100', { token })
    const listed = list.body.data.find(({ id }: { id: string }) => id === nft.id)
    expect(listed.latest_listing).toEqual(one.body.data.latest_listing)
    const { reserved_until, buyer: holder } = one.body.data.latest_listing
    return { reserved_until, holder }
  }
  expect(await seenBy()).toEqual({ reserved_until: null, holder: null })
  const paymentId = await reserve(t, buyer, nft)
  const { expires_at } = await getPayment(t, buyer, paymentId)
  expect(await seenBy(buyer.tokens.access)).toEqual({ reserved_until: expires_at, holder: buyer.id })
  expect(await seenBy(other.tokens.access)).toEqual({ reserved_until: expires_at, holder: null })
  expect(await seenBy()).toEqual({ reserved_until: expires_at, holder: null })
  await t.call('POST', `/api/payments/${paymentId}/cancel/`, { token: buyer.tokens.access })
  expect(await seenBy()).toEqual({ reserved_until: null, holder: null })
})
