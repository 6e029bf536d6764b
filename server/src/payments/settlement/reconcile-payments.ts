import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context, Sweep } from '../../context.ts'
import { expirePayment, expireUnreachable, hasExpired } from './expire-payment.ts'
import { findPayment } from '../records/payment-row.ts'
import { LEASE_MS, refundPayment } from '../refunds/refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

const BATCH = 50

/** Looks up every payment that is not final, with back-off: a lost webhook loses nothing. */
export const reconcilePaymentsSweep: Sweep = {
  name: 'reconcile-payments',
  everyMs: 1_000,
  run: async (ctx) => {
    for (const id of await takeDue(ctx, 'payments')) {
      await reconcilePayment(ctx, id)
      ctx.failpoints.reach('reconcile-payments.after-row')
    }
    for (const id of await takeDue(ctx, 'refunds')) {
      await refundPayment(ctx, id).catch((error: Error) =>
        ctx.log.warn({ refund_id: id, error: error.message }, 'a refund could not be looked at and is tried again'),
      )
    }
  },
  nextDue: async ({ db }) => {
    const { rows } = await sql<{ dueAt: Date | null }>`
      select least((select min(due_at) from payments), (select min(due_at) from refunds)) as "dueAt"`.execute(db)
    return rows[0]?.dueAt ?? undefined
  },
}

async function reconcilePayment(ctx: Context, id: string): Promise<void> {
  try {
    await settlePayment(ctx, id)
    const payment = await findPayment(ctx.db, id)
    if (payment && hasExpired(ctx, payment)) await expirePayment(ctx, payment)
  } catch (error) {
    ctx.log.warn(
      { payment_id: id, error: (error as Error).message },
      'a payment could not be looked up and is tried again',
    )
    await expireUnreachable(ctx, id)
  }
}

async function takeDue(ctx: Context, table: 'payments' | 'refunds'): Promise<string[]> {
  const now = ctx.clock.now()
  const due = ctx.db
    .selectFrom(table)
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
  const rows = await ctx.db
    .updateTable(table)
    .set({ due_at: after(now, LEASE_MS) })
    .where('id', 'in', due)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
