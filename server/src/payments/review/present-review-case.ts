import type { AdminPayment } from '@verso/protocol/money/admin-money'
import { centsToUsd } from '@verso/protocol/money'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Urls } from '../../http/urls.ts'
import { canRefund } from '../records/can-refund.ts'
import { getCapturedCentsOf } from '../records/capture-money.ts'
import { actionsFor, reasonFor } from './decide-review-case.ts'
import { presentPayment } from '../checkout/present-payment.ts'
import type { PaymentDetails } from '../records/queries.ts'

/** Payments as admins see them: whose they are, what is known, and what can be done. */
export async function presentReviewCases(ctx: Context, rows: PaymentDetails[], urls: Urls): Promise<AdminPayment[]> {
  const users = await findUsers(
    ctx,
    rows.map((row) => row.user_id),
  )
  const capturedCents = await getCapturedCentsOf(
    ctx.db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...presentPayment(ctx, row, urls),
    user: users.get(row.user_id) ?? { id: row.user_id, email: '', display_name: 'Member' },
    reason: reasonFor(row),
    provider: row.provider,
    provider_ref: row.provider_ref,
    captured: row.captured_at && centsToUsd(capturedCents.get(row.id) ?? 0),
    updated_at: row.updated_at.toISOString(),
    actions: actionsFor(row, canRefund(ctx, row)),
  }))
}

async function findUsers(ctx: Context, ids: string[]): Promise<Map<string, AdminPayment['user']>> {
  const users = await ctx.db
    .selectFrom('users')
    .select((eb) => ['id', 'email', eb.fn.coalesce('display_name', 'first_name', eb.val('Member')).as('display_name')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(users.map((user) => [user.id, user]))
}
