import { LIVE_PAYMENT_STATUSES, type PaymentStatus } from '@verso/protocol/money/payment-status'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import type { PaymentsTable } from '../../db/types.gen.ts'
import { recordEvent } from '../../events/record-event.ts'
import { payment as paymentSubject, user } from '../../events/subjects.ts'
import { LISTING_COLUMNS, type ListingRow } from '../../catalogue/listings/move-listing.ts'

export type PaymentRow = Selectable<PaymentsTable>

export const LIVE_STATUSES: readonly PaymentStatus[] = LIVE_PAYMENT_STATUSES
/** The payment reserves its listing and may still be paid. */
export const isLive = (status: PaymentStatus): boolean => LIVE_STATUSES.includes(status)

/** By name, so that the statements that every sale runs can be prepared (docs/decisions/0260). */
export const PAYMENT_COLUMNS = [
  'id',
  'user_id',
  'kind',
  'status',
  'amount_cents',
  'currency',
  'nft_id',
  'listing_id',
  'provider',
  'provider_ref',
  'commodity',
  'receiver',
  'session',
  'review_reason',
  'canceled_by_buyer_at',
  'expires_at',
  'captured_at',
  'refunded_at',
  'due_at',
  'lookups',
  'created_at',
  'updated_at',
  'session_attempt',
  'hinted_at',
  'freezes_earnings',
  'network_fee_cents',
] as const
const found = createStatements<{ id: string }, PaymentRow>()

export async function findPayment(db: Db | Tx, id: string): Promise<PaymentRow | undefined> {
  const build = (given: { id: string }) =>
    db.selectFrom('payments').select(PAYMENT_COLUMNS).where('id', '=', given.id).compile()
  const [payment] = await found(db, { values: { id }, build })
  return payment
}

/** One that is there, as this transaction sees it. */
export const getPaymentRow = (tx: Tx, id: string): Promise<PaymentRow> =>
  tx.selectFrom('payments').select(PAYMENT_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()

export type LockedPayment = { payment: PaymentRow; listing: ListingRow | undefined }

/** The NFT is the buyer's, or on its way to them. */
export const isSoldTo = ({ payment, listing }: LockedPayment): boolean =>
  (listing?.status === 'PAID' || listing?.status === 'SOLD') && listing.buyer_id === payment.user_id

/**
 * Locks a payment and its listing; every caller takes the listing first. What follows (the NFT, the ledger's accounts) has no
 * one order over all operations: PostgreSQL ends a deadlock, and `inTransaction` runs its victim again.
 */
export async function lockPayment(tx: Tx, id: string): Promise<LockedPayment | undefined> {
  const [listing] = await lockedListings(tx, {
    values: { id },
    build: (given) =>
      tx
        .selectFrom('listings')
        .select(LISTING_COLUMNS)
        .where('id', '=', (eb) => eb.selectFrom('payments').select('listing_id').where('payments.id', '=', given.id))
        .forUpdate()
        .compile(),
  })
  const [payment] = await lockedPayments(tx, {
    values: { id },
    build: (given) =>
      tx.selectFrom('payments').select(PAYMENT_COLUMNS).where('id', '=', given.id).forUpdate().compile(),
  })
  return payment && { payment, listing }
}

const lockedListings = createStatements<{ id: string }, ListingRow>()
const lockedPayments = createStatements<{ id: string }, PaymentRow>()

type Change = Partial<Omit<PaymentRow, 'id' | 'session' | 'created_at' | 'updated_at'>>

/** Writes to a payment whose row this transaction has locked; the first reason to look at it opens a review case. */
export async function updatePayment(ctx: Context, tx: Tx, id: string, set: Change): Promise<PaymentRow> {
  const isNewCase = typeof set.review_reason === 'string' && !(await isInReview(tx, id))
  const payment = await tx
    .updateTable('payments')
    .set({ ...set, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow()
  if (isNewCase) await recordNeedsReview(ctx, tx, payment)
  return payment
}

const isInReview = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('review_reason', 'is not', null)
    .executeTakeFirst()) !== undefined

export const recordNeedsReview = (ctx: Context, tx: Tx, { id, user_id, kind }: PaymentRow): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'order.needs_review',
    subjects: [paymentSubject(id), user(user_id)],
    data: { payment_id: id, user_id, kind },
  })
