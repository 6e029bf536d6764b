import type { adminPaymentsQuery } from '@verso/protocol/money/admin-money'
import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { decodeIdCursor, pageOf } from '../../http/page.ts'
import { findPayments, type PaymentPage } from '../records/queries.ts'

type Query = z.output<typeof adminPaymentsQuery>
const DAY_MS = 24 * 3_600_000

/** All payments that the filters let through, newest first. Ids are in the order of time, so the id alone is the place. */
export async function listPayments(db: Db, query: Query): Promise<PaymentPage> {
  const after = decodeIdCursor(query.cursor)
  let page = filtered(db, query)
    .select(['id', 'created_at'])
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (after) page = page.where('id', '<', after)
  const { rows, nextCursor } = pageOf(await page.execute(), query.limit, ({ id, created_at }) => ({
    key: created_at.toISOString(),
    id,
  }))
  const payments = await findPayments(
    db,
    rows.map(({ id }) => id),
  )
  return { rows: payments, nextCursor, total: await countRows(db, filtered(db, query)) }
}

function filtered(db: Db, { status, kind, from, to, min_amount, max_amount }: Query) {
  let payments = db.selectFrom('payments')
  if (status) payments = payments.where('status', '=', status)
  if (kind) payments = payments.where('kind', '=', kind)
  if (from) payments = payments.where('created_at', '>=', new Date(from))
  // The day that is named belongs to it.
  if (to) payments = payments.where('created_at', '<', new Date(Date.parse(to) + DAY_MS))
  if (min_amount !== undefined) payments = payments.where('amount_cents', '>=', min_amount)
  if (max_amount !== undefined) payments = payments.where('amount_cents', '<=', max_amount)
  return payments
}
