import { inTransaction } from '../src/db/client.ts'
import { completeSale } from '../src/payments/sales/complete-sale.ts'
import { failSale } from '../src/payments/sales/fail-sale.ts'
import { settlePayment } from '../src/payments/settlement/settle-payment.ts'
import { undoSale } from '../src/payments/sales/undo-sale.ts'
import type { Member } from './build-member.ts'
import { buildBuyer, buildListedNft, decide, type ListedNft, reserve, statusOf } from './build-listed-nft.ts'
import type { TestApp } from './test-app.ts'

export type Sale = ListedNft & { buyer: Member; paymentId: string }
type Listing = { id: string }

/** An NFT whose buyer has not paid yet. */
export async function buildReservation(t: TestApp): Promise<Sale> {
  const listed = await buildListedNft(t)
  const buyer = await buildBuyer(t)
  return { ...listed, buyer, paymentId: await reserve(t, buyer, listed.nft) }
}

/** Paid, as far as our side is concerned: nothing is sent on chain. */
export async function buildPaidSale(t: TestApp): Promise<Sale> {
  const sale = await buildReservation(t)
  await pay(t, sale)
  return sale
}

export async function pay(t: TestApp, { listing, paymentId }: { listing: Listing; paymentId: string }): Promise<void> {
  await decide(t, paymentId, 'success')
  await settlePayment(t.ctx, paymentId)
  const status = await statusOf(t, listing)
  if (status !== 'PAID') throw new Error(`the paid listing is ${status}`)
}

/** The transfer has been handed to a node, so no chargeback calls it off any more. */
export const send = ({ ctx }: TestApp, { paymentId }: { paymentId: string }) =>
  ctx.db.updateTable('chain_intents').set({ status: 'SENT' }).where('payment_id', '=', paymentId).execute()

/** The three ways a sale can go on, as the indexer and the sender call them. */
export const complete = ({ ctx }: TestApp, { id: listingId }: Listing): Promise<boolean> =>
  inTransaction(ctx.db, (tx) => completeSale(ctx, tx, { listingId, blockNumber: 1, minedAt: ctx.clock.now() }))
export const fail = ({ ctx }: TestApp, { id: listingId }: Listing): Promise<void> =>
  inTransaction(ctx.db, (tx) => failSale(ctx, tx, { listingId, reason: 'the token has gone.' }))
export const undo = ({ ctx }: TestApp, { id: listingId }: Listing): Promise<void> =>
  inTransaction(ctx.db, (tx) => undoSale(ctx, tx, { listingId }))
