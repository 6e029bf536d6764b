import type { Chain } from '@verso/protocol/chains'
import type { Hex } from 'viem'
import { adapterOf } from '../src/custody/chains/adapter-of.ts'
import { enqueueIntent } from '../src/custody/intents/enqueue-intent.ts'
import type { Context } from '../src/context.ts'
import { inTransaction } from '../src/db/client.ts'
import { captureMoney, UNDELIVERED } from '../src/payments/records/capture-money.ts'
import { deliverPurchase } from '../src/payments/settlement/deliver-purchase.ts'
import { insertPayment } from '../src/payments/records/insert-payment.ts'
import { buildListing, buildNft, type Nft } from './build-nft.ts'
import { buildMember } from './build-member.ts'
import { buildWallet } from './build-wallet.ts'

type T = { ctx: Context; runJobs(): Promise<unknown> }

/** A member with a wallet that has its address. */
export async function buildCollector(t: T, options: { chain?: Chain } = {}) {
  const member = await buildMember(t)
  const wallet = await buildWallet(t, { userId: member.id, chain: options.chain })
  return { ...member, address: wallet.public_address as Hex }
}
export type Collector = Awaited<ReturnType<typeof buildCollector>>

/** An NFT whose mint waits for the sender. */
export async function buildMint(t: T, options: { creator: { id: string }; chain?: Chain }): Promise<Nft> {
  const { chain = 'POLYGON', creator } = options
  const nft = await buildNft(t, { creator, chain, minted: false })
  const { creator_number } = await t.ctx.db
    .selectFrom('users')
    .select('creator_number')
    .where('id', '=', creator.id)
    .executeTakeFirstOrThrow()
  const payload = { tokenId: nft.token_id, creatorNumber: creator_number, royaltyBps: nft.royalty_bps }
  const cause = { businessKey: `mint:${nft.id}`, nftId: nft.id, userId: creator.id }
  await inTransaction(t.ctx.db, (tx) => enqueueIntent(t.ctx, tx, { chain, kind: 'MINT', ...cause, payload }))
  return nft
}

/** An NFT whose token is on chain. */
export async function buildToken(t: T, options: { creator: { id: string }; chain?: Chain }): Promise<Nft> {
  const nft = await buildMint(t, options)
  await t.runJobs()
  return getNft(t, nft.id)
}

/** A sale that is paid and whose transfer waits for the sender. */
export async function buildPaidSale(
  t: T,
  options: { nft: Nft; buyer: { id: string }; priceCents?: number },
): Promise<{ listingId: string; paymentId: string }> {
  const { ctx } = t
  const { nft, buyer, priceCents = 10_000 } = options
  const listing = await buildListing(t, { nft, buyer, priceCents, status: 'PAYMENT_PROCESSING' })
  const paymentId = await inTransaction(ctx.db, async (tx) => {
    const order = { userId: buyer.id, nftId: nft.id, listingId: listing.id, amountCents: priceCents }
    const id = await insertPayment(ctx, tx, { ...order, kind: 'PURCHASE', holdMs: 900_000 })
    const payment = await tx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const observed = { providerRef: `test_${id}`, amountCents: priceCents, feeCents: 0 } as never
    const book = async () => void (await captureMoney(ctx, tx, { payment, observed, to: UNDELIVERED }))
    if (!(await deliverPurchase(ctx, tx, { payment, listing }, book))) throw new Error('the sale cannot be delivered')
    await book()
    const captured_at = ctx.clock.now()
    await tx
      .updateTable('payments')
      .set({ status: 'SUCCESS', captured_at, due_at: null })
      .where('id', '=', id)
      .execute()
    return id
  })
  return { listingId: listing.id, paymentId }
}

export const getNft = (t: { ctx: Context }, id: string): Promise<Nft> =>
  t.ctx.db.selectFrom('nfts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const getListing = (t: { ctx: Context }, id: string) =>
  t.ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const getIntents = (t: { ctx: Context }, nftId: string) =>
  t.ctx.db.selectFrom('chain_intents').selectAll().where('nft_id', '=', nftId).orderBy('created_at').execute()

/** The owner of a token, as the chain says. */
export const readOwner = (t: { ctx: Context }, nft: Nft): Promise<string | undefined> =>
  adapterOf(t.ctx, nft.chain).readOwner(nft.token_id ?? '')
