import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'

const LOCK_MS = 15 * 60_000

/**
 * Ten wrong second factors lock new sign-ins for 15 minutes. Only who has the password can cause it, open sessions go
 * on, and a password reset ends it (decisions.md → Accounts).
 * @throws AppError too_many_requests while locked
 */
export async function assertSecondFactorOpen(ctx: Context, db: Db | Tx, userId: string): Promise<void> {
  const row = await db
    .selectFrom('second_factor_failures')
    .select('locked_until')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const now = ctx.clock.now()
  if (!row?.locked_until || row.locked_until <= now) return
  throw new AppError('too_many_requests', {
    userMessage: 'Too many wrong codes. Try again in 15 minutes, or reset your password.',
    retryAfterMs: row.locked_until.getTime() - now.getTime(),
  })
}

/**
 * The same for one try: the member's row is locked to the end of the transaction, so that simultaneous tries are
 * judged one after the other and none is judged beyond the last allowed one.
 * @throws AppError too_many_requests while locked
 */
export async function lockSecondFactor(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await sql`
    insert into second_factor_failures (user_id, failures) values (${userId}, 0)
    on conflict (user_id) do update set failures = second_factor_failures.failures`.execute(tx)
  await assertSecondFactorOpen(ctx, tx, userId)
}

/** Counts one failure, exactly; the last allowed one locks and starts the count anew. */
export async function countSecondFactorFailure(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const limit = ctx.config.limits.secondFactorFailures
  const lockedUntil = after(ctx.clock.now(), LOCK_MS)
  await sql`
    insert into second_factor_failures as row (user_id, failures, locked_until)
    values (${userId}, ${1 % limit}, ${limit === 1 ? lockedUntil : null})
    on conflict (user_id) do update set
      failures = (row.failures + 1) % ${sql.lit(limit)},
      locked_until = case when row.failures + 1 >= ${sql.lit(limit)} then ${lockedUntil}::timestamptz else row.locked_until end`.execute(
    tx,
  )
}

export async function clearSecondFactorFailures(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_failures').where('user_id', '=', userId).execute()
}
