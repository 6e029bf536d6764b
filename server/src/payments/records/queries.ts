import type { PaymentKind, PaymentStatus } from '@verso/protocol/money/payment-status'
import type { ListingStatus } from '@verso/protocol/nfts/listing-status'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { notFound } from '../../http/app-error.ts'
import { decodeIdCursor, pageOf } from '../../http/page.ts'
import { listVariants } from '../../media/files/queries.ts'
import type { VariantKeys } from '../../media/files/file-urls.ts'
import { isWithheldFromNft } from '../../media/files/withheld-files.ts'
import { UNKNOWN_STATE } from './unknown-state.ts'

/** What a person has to review, in any state of the payment. */
export type SideCases = {
  /** Further successes at the provider that are not settled yet. */
  paid_again_refs: string[]
  /** The provider's own word for a status that we do not know. */
  unknown_status: string | null
}

/** A payment with what its page shows beside it. */
export type PaymentDetails = SideCases & {
  id: string
  user_id: string
  kind: PaymentKind
  status: PaymentStatus
  amount_cents: number
  network_fee_cents: number
  created_at: Date
  updated_at: Date
  expires_at: Date | null
  captured_at: Date | null
  refunded_at: Date | null
  canceled_by_buyer_at: Date | null
  review_reason: string | null
  provider: string
  provider_ref: string | null
  nft_id: string | null
  nft_name: string | null
  nft_chain: string | null
  thumbnail_id: string | null
  thumbnail_key: string | null
  is_thumbnail_withheld: boolean
  listing_status: ListingStatus | null
  listing_buyer_id: string | null
  listing_updated_at: Date | null
  refund_reason: string | null
  thumbnailVariants: VariantKeys
}

/** The type of the event that stands for a second success. */
export const PAID_AGAIN = 'paid.again'

const paidAgainRefs = sql<string[]>`array(
  select event_id from payment_events
  where payment_id = payments.id and needs_person and type = ${PAID_AGAIN} order by event_id)`
const unknownStatus = sql<string | null>`(
  select body->>'status' from payment_events where payment_id = payments.id and needs_person and type = ${UNKNOWN_STATE})`

/** Each part reads an index of what is open. */
const OPEN_CASES = sql<string>`(
  select id from payments where review_reason is not null union select payment_id from payment_events where needs_person)`

const selectDetails = (db: Db | Tx) =>
  db
    .selectFrom('payments')
    .leftJoin('nfts', 'nfts.id', 'payments.nft_id')
    .leftJoin('files', 'files.id', 'nfts.thumbnail_file_id')
    .leftJoin('listings', 'listings.id', 'payments.listing_id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select([
      'payments.id',
      'payments.user_id',
      'payments.kind',
      'payments.status',
      'payments.amount_cents',
      'payments.network_fee_cents',
      'payments.created_at',
      'payments.updated_at',
      'payments.expires_at',
      'payments.captured_at',
      'payments.refunded_at',
      'payments.canceled_by_buyer_at',
      'payments.review_reason',
      paidAgainRefs.as('paid_again_refs'),
      unknownStatus.as('unknown_status'),
      'payments.provider',
      'payments.provider_ref',
      'payments.nft_id',
      'nfts.name as nft_name',
      'nfts.chain as nft_chain',
      'files.id as thumbnail_id',
      'files.storage_key as thumbnail_key',
      isWithheldFromNft(sql`files`).as('is_thumbnail_withheld'),
      'listings.status as listing_status',
      'listings.buyer_id as listing_buyer_id',
      'listings.updated_at as listing_updated_at',
      'refunds.reason as refund_reason',
    ])

type Row = Omit<PaymentDetails, 'thumbnailVariants'>

async function withVariants(db: Db | Tx, rows: Row[]): Promise<PaymentDetails[]> {
  const variants = await listVariants(
    db,
    rows.flatMap((row) => row.thumbnail_id ?? []),
  )
  return rows.map((row) => ({ ...row, thumbnailVariants: variants.get(row.thumbnail_id ?? '') ?? {} }))
}

/** @throws AppError not_found, also for another member's payment */
export async function getOwnPayment(db: Db | Tx, id: string, userId: string): Promise<PaymentDetails> {
  const row = await selectDetails(db)
    .where('payments.id', '=', id)
    .where('payments.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('Payment not found')
  const [details] = await withVariants(db, [row])
  return details as PaymentDetails
}

export async function getPayment(db: Db | Tx, id: string): Promise<PaymentDetails> {
  const row = await selectDetails(db).where('payments.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Payment not found')
  const [details] = await withVariants(db, [row])
  return details as PaymentDetails
}

/** Newest first. */
export async function findPayments(db: Db | Tx, ids: string[]): Promise<PaymentDetails[]> {
  const rows = await selectDetails(db)
    .where('payments.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('payments.id', 'desc')
    .execute()
  return withVariants(db, rows)
}

type Page = { limit: number; cursor?: string | undefined }
export type PaymentPage = { rows: PaymentDetails[]; nextCursor: string | null; total: number }

/** One's own orders and top-ups, newest first. */
export async function listOwnPayments(
  db: Db | Tx,
  userId: string,
  { kind, limit, cursor }: Page & { kind?: PaymentKind | undefined },
): Promise<PaymentPage> {
  const after = decodeIdCursor(cursor)
  let query = selectDetails(db)
    .where('payments.user_id', '=', userId)
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(limit + 1)
  let all = db.selectFrom('payments').where('user_id', '=', userId)
  if (kind) {
    query = query.where('payments.kind', '=', kind)
    all = all.where('kind', '=', kind)
  }
  // Ids sort by time, so the id alone is the place.
  if (after) query = query.where('payments.id', '<', after)
  const { rows, nextCursor } = pageOf(await query.execute(), limit, (row) => ({
    key: row.created_at.toISOString(),
    id: row.id,
  }))
  return { rows: await withVariants(db, rows), nextCursor, total: await countRows(db, all) }
}

/** Payments that need a person, longest waiting first. */
export async function listReviewPayments(db: Db | Tx, { limit, cursor }: Page): Promise<PaymentPage> {
  const after = decodeIdCursor(cursor)
  let query = selectDetails(db)
    .where('payments.id', 'in', OPEN_CASES)
    .orderBy('payments.id')
    .limit(limit + 1)
  if (after) query = query.where('payments.id', '>', after)
  const { rows, nextCursor } = pageOf(await query.execute(), limit, (row) => ({
    key: row.created_at.toISOString(),
    id: row.id,
  }))
  return { rows: await withVariants(db, rows), nextCursor, total: await countReviewPayments(db) }
}

export async function countReviewPayments(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${OPEN_CASES} open_cases`.execute(db)
  return rows[0]?.total ?? 0
}

export const getSideCases = (tx: Tx, paymentId: string): Promise<SideCases> =>
  tx
    .selectFrom('payments')
    .select([paidAgainRefs.as('paid_again_refs'), unknownStatus.as('unknown_status')])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
