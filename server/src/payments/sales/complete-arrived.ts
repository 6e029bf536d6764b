import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { type ListingRow, moveListing } from '../../catalogue/listings/move-listing.ts'
import { insertPaidListing } from '../../catalogue/listings/restore-listing.ts'
import { isReservedBy } from '../records/close-payment.ts'
import { creditNetworkFee, holdNetworkFeeAgain } from '../records/network-fee.ts'
import { recordOrder } from '../records/record-order.ts'
import { completeSale } from './complete-sale.ts'
import { type LockedPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'

/**
 * After a restored backup the token may already be with the buyer, though no sale or withdrawal here explains it, or they may have had it and
 * withdrawn it since. Then it was this purchase: `book` books what was paid, and it is completed instead of refunded.
 * @returns whether it was
 */
export async function completeArrived(
  ctx: Context,
  tx: Tx,
  { payment, listing }: LockedPayment,
  book: () => Promise<void>,
): Promise<boolean> {
  const move = listing && (await findUnexplainedMove(tx, payment, listing))
  if (!listing || !move) return false
  const listingId = await toPaid(ctx, tx, payment, listing)
  if (!listingId) return false
  await book()
  const set = { status: 'SUCCESS', listing_id: listingId, captured_at: ctx.clock.now() } as const
  await updatePayment(ctx, tx, payment.id, set)
  await creditNetworkFee(ctx, tx, payment)
  await holdNetworkFeeAgain(ctx, tx, payment)
  await recordOrder(ctx, tx, 'order.paid', { payment, listing: { ...listing, id: listingId } })
  return completeSale(ctx, tx, { listingId, blockNumber: move.block_number, minedAt: move.mined_at })
}

async function toPaid(ctx: Context, tx: Tx, payment: PaymentRow, listing: ListingRow): Promise<string | undefined> {
  if (isReservedBy(listing, payment))
    return (await moveListing(ctx, tx, { listingId: listing.id, from: 'PAYMENT_PROCESSING', to: 'PAID' }))?.id
  // The indexer has ended it when it saw the token move.
  if (listing.status !== 'INACTIVE') return undefined
  return insertPaidListing(ctx, tx, { terms: listing, buyerId: payment.user_id })
}

async function findUnexplainedMove(tx: Tx, payment: PaymentRow, listing: ListingRow) {
  const { rows } = await sql<{ block_number: number; mined_at: Date }>`
    select last.block_number, last.mined_at
    from nfts n
    join wallets seller on seller.user_id = ${listing.seller_id} and seller.chain = n.chain
    join wallets buyer on buyer.user_id = ${payment.user_id} and buyer.chain = n.chain
    cross join lateral (
      select * from chain_transfers t where t.chain = n.chain and t.token_id = n.token_id
        and t.from_address = seller.public_address and t.to_address = buyer.public_address
      order by t.block_number desc, t.log_index desc limit 1) last
    where n.id = ${listing.nft_id}
      and not exists (
        select from listings l where l.nft_id = n.id and l.status in ('PAID', 'SOLD')
          and l.seller_id = ${listing.seller_id} and l.buyer_id = ${payment.user_id})
      and not exists (select from listings l where l.nft_id = n.id and l.status in ('PAID', 'PAYMENT_PROCESSING', 'ACTIVE') and l.id <> ${listing.id})
      and not exists (
        select from chain_intents i where i.nft_id = n.id and i.kind = 'WITHDRAW'
          and lower(i.payload->>'to') = lower(last.to_address))`.execute(tx)
  return rows[0]
}
