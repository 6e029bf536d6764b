import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'

const LOCK_MS = 15 * 60_000

/**
 * The scope that failures are counted in: a member's sign-ins, or the step-ups of one open session. Apart, so that a thief of the
 * password alone locks new sign-ins, and open sessions go on with payouts too (docs/rules.md R54).
 */
export type SecondFactorScope = { userId: string; sessionId: string | null }

/**
 * Ten wrong second factors lock their scope for 15 minutes. Only a caller with the password, or the session, can cause it, and
 * a password reset ends it (docs/rules.md R54).
 * @throws AppError too_many_requests while closed
 */
export async function assertSecondFactorOpen(ctx: Context, db: Db | Tx, scope: SecondFactorScope): Promise<void> {
  const row = await db
    .selectFrom('second_factor_failures')
    .select('locked_until')
    .where('user_id', '=', scope.userId)
    .where('session_id', 'is not distinct from', scope.sessionId)
    .executeTakeFirst()
  const now = ctx.clock.now()
  if (!row?.locked_until || row.locked_until <= now) return
  throw new AppError('too_many_requests', {
    userMessage: 'Too many wrong codes. Try again in 15 minutes, or reset your password.',
    retryAfterMs: row.locked_until.getTime() - now.getTime(),
  })
}

/**
 * The same for one try: the scope's row is locked to the end of the transaction, so that simultaneous tries are judged
 * one after the other and none is judged beyond the last allowed one.
 * @throws AppError too_many_requests while closed
 */
export async function lockSecondFactor(ctx: Context, tx: Tx, scope: SecondFactorScope): Promise<void> {
  await sql`
    insert into second_factor_failures (user_id, session_id, failures) values (${scope.userId}, ${scope.sessionId}, 0)
    on conflict (user_id, session_id) do update set failures = second_factor_failures.failures`.execute(tx)
  await assertSecondFactorOpen(ctx, tx, scope)
}

/**
 * Counts one failure, exactly; the last allowed one locks and starts the count anew.
 * @returns whether this one locked
 */
export async function countSecondFactorFailure(ctx: Context, tx: Tx, scope: SecondFactorScope): Promise<boolean> {
  const limit = ctx.config.limits.secondFactorFailures
  const lockedUntil = after(ctx.clock.now(), LOCK_MS)
  const { rows } = await sql<{ failures: number }>`
    insert into second_factor_failures as row (user_id, session_id, failures, locked_until)
    values (${scope.userId}, ${scope.sessionId}, ${1 % limit}, ${limit === 1 ? lockedUntil : null})
    on conflict (user_id, session_id) do update set
      failures = (row.failures + 1) % ${sql.lit(limit)},
      locked_until = case when row.failures + 1 >= ${sql.lit(limit)} then ${lockedUntil}::timestamptz else row.locked_until end
    returning failures`.execute(tx)
  return rows[0]?.failures === 0
}

export async function clearSecondFactorFailures(tx: Tx, scope: SecondFactorScope): Promise<void> {
  await tx
    .deleteFrom('second_factor_failures')
    .where('user_id', '=', scope.userId)
    .where('session_id', 'is not distinct from', scope.sessionId)
    .execute()
}

/** Unlocks every scope of a member, after a reset. */
export async function clearAllSecondFactorFailures(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_failures').where('user_id', '=', userId).execute()
}
