import { buildBuyer, reserve } from './build-listed-nft.ts'
import { buildListing } from './build-nft.ts'
import { buildPaidSale, complete, pay, type Sale, send } from './build-sale.ts'
import type { TestApp } from './test-app.ts'

export async function buildSold(t: TestApp): Promise<Sale> {
  const sale = await buildPaidSale(t)
  await complete(t, sale.listing)
  return sale
}

/** The buyer sells the NFT on; with `isDelivered` false the third member has paid, and the transfer is on its way. */
export async function buildResale(
  t: TestApp,
  { nft, buyer }: Sale,
  { isDelivered = true }: { isDelivered?: boolean } = {},
): Promise<Sale> {
  const own = t.ctx.db.updateTable('nfts').set({ owned_by: buyer.id }).where('id', '=', nft.id).returningAll()
  t.clock.advance(1_000)
  const listed = {
    seller: buyer,
    nft,
    listing: await buildListing(t, { nft: await own.executeTakeFirstOrThrow(), priceCents: 3_000 }),
  }
  const third = await buildBuyer(t)
  const sale = { ...listed, buyer: third, paymentId: await reserve(t, third, nft) }
  await pay(t, sale)
  await send(t, sale)
  if (isDelivered) await deliver(t, sale)
  return sale
}

/** The buyer of `first`, who has sold the NFT on in `resale`, buys it again. */
export async function buyBack(t: TestApp, first: Sale, resale: Sale): Promise<Sale> {
  const own = t.ctx.db.selectFrom('nfts').selectAll().where('id', '=', first.nft.id)
  t.clock.advance(1_000)
  const nft = await own.executeTakeFirstOrThrow()
  const listing = await buildListing(t, { nft, priceCents: 4_000 })
  const again = { ...first, seller: resale.buyer, nft, listing, paymentId: await reserve(t, first.buyer, nft) }
  await pay(t, again)
  await send(t, again)
  await deliver(t, again)
  return again
}

/** The transfer to the buyer is mined: as in the product, the owner is written before the sale ends. */
export async function deliver(
  t: TestApp,
  { listing, nft, buyer }: Pick<Sale, 'listing' | 'nft' | 'buyer'>,
): Promise<void> {
  await t.ctx.db.updateTable('nfts').set({ owned_by: buyer.id }).where('id', '=', nft.id).execute()
  await complete(t, listing)
}
