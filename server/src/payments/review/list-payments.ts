import type { adminPaymentsQuery } from '@verso/protocol/money/admin-money'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { timeKey, timeOfKey } from '../../db/times.ts'
import { decodeTimeCursor, pageOf } from '../../http/page.ts'
import { findPayments, type PaymentPage } from '../records/queries.ts'

type Query = z.output<typeof adminPaymentsQuery>
const DAY_MS = 24 * 3_600_000

/**
 * All payments that the filters let through, newest first. Ids are in the order of time, so the id alone is the place; where days are
 * named, the time is too, whose index begins at the day: by their ids, all payments after it are passed over.
 */
export async function listPayments(db: Db, query: Query): Promise<PaymentPage> {
  const isOfDays = query.from !== undefined || query.to !== undefined
  let page = filtered(db, query)
    .select(['id', timeKey(sql`created_at`).as('place')])
    .$if(isOfDays, (all) => all.orderBy('created_at', 'desc'))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  const after = decodeTimeCursor(query.cursor)
  if (after)
    page = isOfDays
      ? page.where(sql<boolean>`(created_at, id) < (${timeOfKey(after.key)}, ${after.id}::uuid)`)
      : page.where('id', '<', after.id)
  const { rows, nextCursor } = pageOf(await page.execute(), query.limit, ({ id, place }) => ({ key: place, id }))
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
