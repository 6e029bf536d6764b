import type { PaymentKind, PaymentStatus } from '@verso/protocol/money/payment-status'
import type { ListingStatus } from '@verso/protocol/nfts/listing-status'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { countOf } from '../../db/count-rows.ts'
import { dateOf, type JsonRow, timeKey, timeOfKey } from '../../db/times.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import { notFound } from '../../http/app-error.ts'
import { decodeIdCursor, decodeTimeCursor, pageOf } from '../../http/page.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import {
  type ReaderValues,
  readerValues,
  toViewer,
  viewerParts,
  type ViewerRow,
} from '../../identity/sessions/viewer-row.ts'
import { variantKey } from '../../media/files/queries.ts'
import { isWithheldFromNft } from '../../media/files/withheld-files.ts'
import { UNKNOWN_STATE } from './unknown-state.ts'

/** The open cases of a payment that a person has to review, in any of its states. */
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
  /** The small copy; null until it is made. */
  thumbnail_thumb_key: string | null
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
      variantKey(sql`files.id`, 'thumb').as('thumbnail_thumb_key'),
      isWithheldFromNft(sql`files`).as('is_thumbnail_withheld'),
      'listings.status as listing_status',
      'listings.buyer_id as listing_buyer_id',
      'listings.updated_at as listing_updated_at',
      'refunds.reason as refund_reason',
    ])

const DATES = [
  'created_at',
  'updated_at',
  'expires_at',
  'captured_at',
  'refunded_at',
  'canceled_by_buyer_at',
  'listing_updated_at',
] as const
const toDetails = (row: JsonRow<PaymentDetails>): PaymentDetails =>
  Object.assign(row, Object.fromEntries(DATES.map((name) => [name, dateOf(row[name])]))) as never

type One = { viewer: ViewerRow | null; payment: JsonRow<PaymentDetails> | null }
const ones = createStatements<ReaderValues & { id: string }, One>()

/** One of the reader's own payments, if it is theirs, and the reader. */
export async function findOwnPayment(
  db: Db | Tx,
  id: string,
  reader: Reader,
): Promise<{ viewer: Viewer | null; payment: PaymentDetails | undefined }> {
  const [row] = await ones(db, {
    values: { id, ...readerValues(reader) },
    build: ({ id: paymentId, ...given }) => {
      const { tables, row: viewer, id: viewerId } = viewerParts(given)
      const payment = selectDetails(db)
        .where('payments.id', '=', paymentId)
        .where(sql<boolean>`payments.user_id = ${viewerId}`)
      return sql`with ${tables} own as (${payment})
        select ${viewer} as viewer, (select row_to_json(own) from own) as payment`.compile(db)
    },
  })
  return { viewer: toViewer(row?.viewer), payment: row?.payment ? toDetails(row.payment) : undefined }
}

/** @throws AppError not_found, also for another member's payment */
export async function getOwnPayment(db: Db | Tx, id: string, userId: string): Promise<PaymentDetails> {
  const { payment } = await findOwnPayment(db, id, { viewer: { userId } })
  if (!payment) throw notFound('Payment not found')
  return payment
}

export async function getPayment(db: Db | Tx, id: string): Promise<PaymentDetails> {
  const payment = await selectDetails(db).where('payments.id', '=', id).executeTakeFirst()
  if (!payment) throw notFound('Payment not found')
  return payment
}

/** Newest first. */
export const findPayments = (db: Db | Tx, ids: string[]): Promise<PaymentDetails[]> =>
  selectDetails(db).where('payments.id', '=', sql<string>`any(${ids}::uuid[])`).orderBy('payments.id', 'desc').execute()

type Page = { limit: number; cursor?: string | undefined }
export type PaymentPage = { rows: PaymentDetails[]; nextCursor: string | null; total: number }
type OwnRow = { viewer: ViewerRow | null; total: number; payments: JsonRow<PaymentDetails & Placed>[] }
/** A payment's place among the member's own: a `timeKey`. */
type Placed = { place: string }
const ownPages = createStatements<
  ReaderValues & { kind?: PaymentKind | undefined; key?: string | undefined; id?: string | undefined },
  OwnRow
>()

/** One's own orders and top-ups, newest first, and their reader. */
export async function listOwnPayments(
  db: Db | Tx,
  { kind, limit, cursor }: Page & { kind?: PaymentKind | undefined },
  reader: Reader,
): Promise<PaymentPage & { viewer: Viewer | null }> {
  const after = decodeTimeCursor(cursor)
  const [row] = await ownPages(db, {
    shape: String(limit),
    values: { kind, key: after?.key, id: after?.id, ...readerValues(reader) },
    build: ({ kind: ofKind, key, id, ...given }) => {
      const { tables, row: viewer, id: viewerId } = viewerParts(given)
      const isOwn = sql<boolean>`payments.user_id = ${viewerId}`
      const isOfKind = ofKind ? sql<boolean>`payments.kind = ${ofKind}` : sql<boolean>`true`
      const page = selectDetails(db)
        .where(isOwn)
        .where(isOfKind)
        .where(
          key
            ? sql<boolean>`(payments.created_at, payments.id) < (${timeOfKey(key)}, ${id}::uuid)`
            : sql<boolean>`true`,
        )
        .select(timeKey(sql`payments.created_at`).as('place'))
        .orderBy('payments.created_at', 'desc')
        .orderBy('payments.id', 'desc')
        .limit(sql.lit(limit + 1))
      return sql`with ${tables} page as (${page}) select ${viewer} as viewer,
        ${countOf(sql`select from payments where ${isOwn} and ${isOfKind}`)} as total,
        (select coalesce(json_agg(page order by page.created_at desc, page.id desc), '[]') from page) as payments`.compile(
        db,
      )
    },
  })
  const { viewer, total, payments } = row as OwnRow
  const { rows, nextCursor } = pageOf(payments, limit, ({ place, id }) => ({ key: place, id }))
  return { viewer: toViewer(viewer), rows: rows.map(toDetails), nextCursor, total }
}

const placeOf = (row: PaymentDetails) => ({ key: row.created_at.toISOString(), id: row.id })

/** Payments that need a person, longest waiting first. */
export async function listReviewPayments(db: Db | Tx, { limit, cursor }: Page): Promise<PaymentPage> {
  const after = decodeIdCursor(cursor)
  let query = selectDetails(db)
    .where('payments.id', 'in', OPEN_CASES)
    .orderBy('payments.id')
    .limit(limit + 1)
  if (after) query = query.where('payments.id', '>', after)
  const { rows, nextCursor } = pageOf(await query.execute(), limit, placeOf)
  return { rows, nextCursor, total: await countReviewPayments(db) }
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
