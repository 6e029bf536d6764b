import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { AccountRef } from '../../ledger/account-ref.ts'
import { reopenCreditHold } from '../../ledger/credit-holds.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import { moveListing } from '../../catalogue/listings/move-listing.ts'
import { UNDELIVERED } from '../records/capture-money.ts'
import { getPaidPayment, timesUndone } from './complete-sale.ts'

type Entry = { account: AccountRef; amountCents: number }

/**
 * A reorganisation removed the transfer: SOLD is PAID again and every entry of the sale is reversed. The transfer is sent
 * again, or the sale fails and is refunded.
 */
export async function undoSale(ctx: Context, tx: Tx, { listingId }: { listingId: string }): Promise<void> {
  const listing = await moveListing(ctx, tx, { listingId, from: 'SOLD', to: 'PAID' })
  if (!listing) return
  const { round } = await tx.selectNoFrom(timesUndone(listingId).as('round')).executeTakeFirstOrThrow()
  const holds = await tx
    .selectFrom('earnings_holds')
    .select(['id', 'user_id', 'amount_cents', 'status'])
    .where('listing_id', '=', listingId)
    .where('status', '<>', 'REVERSED')
    .forUpdate()
    .execute()
  const entries: Entry[] = [{ account: UNDELIVERED, amountCents: listing.price_cents }]
  for (const hold of holds) entries.push(...(await takeBack(tx, hold)))
  const heldCents = holds.reduce((sum, hold) => sum + hold.amount_cents, 0)
  const feeCents = listing.fee_cents
  entries.push({ account: { kind: 'PLATFORM_FEES' }, amountCents: -feeCents })
  // The part of the holds that a lost chargeback took has made up for the platform's loss.
  entries.push({ account: { kind: 'PLATFORM_LOSSES' }, amountCents: heldCents + feeCents - listing.price_cents })
  await tx
    .updateTable('earnings_holds')
    .set({ status: 'REVERSED', updated_at: ctx.clock.now() })
    .where('listing_id', '=', listingId)
    .where('status', '<>', 'REVERSED')
    .execute()
  await postTransfer(ctx, tx, { kind: 'SALE_UNDONE', cause: { type: `listing:${round}`, id: listingId }, entries })
  const payment = await getPaidPayment(tx, listingId)
  await reopenCreditHold(ctx, tx, { purpose: 'PURCHASE', causeId: payment.id })
}

/**
 * Reverses held earnings whole, and earnings released before as far as they remain: only an embedded chain, or an operator who gives final
 * blocks up, takes a final block back.
 */
async function takeBack(tx: Tx, hold: { user_id: string; amount_cents: number; status: string }): Promise<Entry[]> {
  const userId = hold.user_id
  if (hold.status !== 'RELEASED')
    return [{ account: { kind: 'EARNINGS_HELD', userId }, amountCents: -hold.amount_cents }]
  const { earningsCents } = await getBalances(tx, userId)
  const fromMemberCents = Math.min(earningsCents, hold.amount_cents)
  return [
    { account: { kind: 'EARNINGS', userId }, amountCents: -fromMemberCents },
    { account: { kind: 'PLATFORM_LOSSES' }, amountCents: fromMemberCents - hold.amount_cents },
  ]
}
