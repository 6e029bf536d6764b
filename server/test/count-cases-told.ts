import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** How often those who decide were told of a payment. */
export async function countCasesTold(t: TestApp, paymentId: string): Promise<number> {
  const { rows } = await sql`
    select from events where type = 'order.needs_review' and data->>'payment_id' = ${paymentId}`.execute(t.ctx.db)
  return rows.length
}
