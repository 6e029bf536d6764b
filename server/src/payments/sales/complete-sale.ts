import { type RawBuilder, sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { chargeCreditHold } from '../../ledger/credit-holds.ts'
import { waking } from '../../jobs/bells/wake.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { type ListingRow, moveListing } from '../../catalogue/listings/move-listing.ts'
import { freezeSale } from '../disputes/apply-chargeback.ts'
import { getLostPriceCents } from '../disputes/book-chargeback.ts'
import { takeFrozen } from '../disputes/decide-chargeback.ts'
import { UNDELIVERED } from '../records/capture-money.ts'
import { orderEvent } from '../records/record-order.ts'
import { releaseEarningsSweep } from '../earnings/earnings-holds.ts'
import { type NewEvent, recordEvents } from '../../events/record-event.ts'
import { nft, user } from '../../events/subjects.ts'
import { PAYMENT_COLUMNS, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { type SaleShares, shareOut } from './sale-shares.ts'

const DAY_MS = 24 * 3_600_000

/**
 * The transfer to the buyer is mined: PAID becomes SOLD, and the price is split into held earnings. Runs in the
 * indexer's transaction.
 * @returns false when the listing was not PAID: the sale is completed already
 */
export async function completeSale(
  ctx: Context,
  tx: Tx,
  { listingId, blockNumber, minedAt }: { listingId: string; blockNumber: number; minedAt: Date },
): Promise<boolean> {
  const listing = await moveListing(ctx, tx, { listingId, from: 'PAID', to: 'SOLD' })
  if (!listing) return false
  const { payment, round } = await readSale(tx, listing)
  const shares = shareOut(listing, await lockCreator(tx, listing))
  await postTransfer(ctx, tx, {
    kind: 'SALE_COMPLETED',
    // A sale that a reorganisation undid is completed once more, under a cause of its own.
    cause: { type: round === 0 ? 'listing' : `listing:${round}`, id: listingId },
    entries: [
      { account: UNDELIVERED, amountCents: -listing.price_cents },
      { account: { kind: 'EARNINGS_HELD', userId: shares.sellerId }, amountCents: shares.sellerCents },
      { account: { kind: 'EARNINGS_HELD', userId: shares.creatorId }, amountCents: shares.royaltyCents },
      { account: { kind: 'PLATFORM_FEES' }, amountCents: shares.feeCents },
    ],
  })
  await insertHolds(ctx, tx, { listing, shares, blockNumber, minedAt })
  if (payment.status === 'DISPUTED') {
    await freezeSale(ctx, tx, { payment, listing })
    // Lost while the transfer was pending: it is decided already.
    if (payment.review_reason === null) {
      await takeFrozen(ctx, tx, listingId, await getLostPriceCents(tx, payment))
      await updatePayment(ctx, tx, payment.id, { freezes_earnings: false })
    }
  }
  await chargeCreditHold(ctx, tx, { purpose: 'PURCHASE', causeId: payment.id })
  if (round === 0)
    await recordEvents(ctx, tx, [
      soldEvent({ listing, shares, payment }),
      orderEvent('order.delivered', { payment, listing }),
    ])
  ctx.failpoints.reach('complete-sale.before-commit')
  return true
}

function soldEvent({
  listing,
  shares,
  payment,
}: {
  listing: ListingRow
  shares: SaleShares
  payment: PaymentRow
}): NewEvent<'nft.sold'> {
  const { sellerId, creatorId, sellerCents, feeCents, royaltyCents } = shares
  return {
    type: 'nft.sold',
    subjects: [nft(listing.nft_id), user(sellerId), user(payment.user_id), user(creatorId)],
    data: {
      nft_id: listing.nft_id,
      listing_id: listing.id,
      seller_id: sellerId,
      buyer_id: payment.user_id,
      creator_id: creatorId,
      price_cents: listing.price_cents,
      seller_cents: sellerCents,
      fee_cents: feeCents,
      royalty_cents: royaltyCents,
    },
  }
}

const selectPaidPayment = (tx: Tx, listingId: string) =>
  tx
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('listing_id', '=', listingId)
    .where('captured_at', 'is not', null)
    .where('status', 'in', ['SUCCESS', 'DISPUTED'])

/** The one captured payment that this listing was sold for (docs/invariants.md I5). */
export const getPaidPayment = (tx: Tx, listingId: string): Promise<PaymentRow> =>
  selectPaidPayment(tx, listingId).executeTakeFirstOrThrow()

/** With the payment how often a reorganisation has undone this sale. */
async function readSale(tx: Tx, { id }: ListingRow): Promise<{ payment: PaymentRow; round: number }> {
  const { round, ...payment } = await selectPaidPayment(tx, id)
    .select(timesUndone(id).as('round'))
    .executeTakeFirstOrThrow()
  return { payment, round }
}

/** Locks the creator: the account cannot be deleted while its royalty is booked. */
async function lockCreator(tx: Tx, { nft_id }: ListingRow): Promise<{ id: string; hasLeft: boolean }> {
  const { id, status } = await tx
    .selectFrom('users')
    .innerJoin('nfts', 'nfts.created_by', 'users.id')
    .select(['users.id', 'users.status'])
    .where('nfts.id', '=', nft_id)
    .forKeyShare('users')
    .executeTakeFirstOrThrow()
  return { id, hasLeft: status === 'DELETED' }
}

export const timesUndone = (listingId: string): RawBuilder<number> => sql<number>`(
  select count(*) from ledger_transfers where kind = 'SALE_UNDONE' and cause_id = ${listingId}::uuid)`

type Sale = { listing: ListingRow; shares: SaleShares; blockNumber: number; minedAt: Date }

/** Earnings that wait for finality and the hold days. */
async function insertHolds(ctx: Context, tx: Tx, { listing, shares, blockNumber, minedAt }: Sale): Promise<void> {
  const now = ctx.clock.now()
  const common = {
    listing_id: listing.id,
    status: 'HELD' as const,
    release_at: after(minedAt < now ? minedAt : now, ctx.config.earningsHoldDays * DAY_MS),
    block_number: blockNumber,
    created_at: now,
    updated_at: now,
  }
  const parts = [
    { reason: 'SALE' as const, user_id: shares.sellerId, amount_cents: shares.sellerCents },
    { reason: 'ROYALTY' as const, user_id: shares.creatorId, amount_cents: shares.royaltyCents },
  ].filter((part) => part.amount_cents > 0)
  if (parts.length === 0) return
  await tx
    .insertInto('earnings_holds')
    .values(parts.map((part) => ({ id: ctx.random.id(), ...common, ...part })))
    .returning(waking(releaseEarningsSweep.name).as('rung'))
    .execute()
}
