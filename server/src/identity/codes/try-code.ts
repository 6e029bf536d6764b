import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { isCodeOf } from './secrets.ts'
import type { CodePurpose } from './limit-sms.ts'
import { recordSpentSecret, wasJustSpent } from './spent-secrets.ts'

export type TryOutcome =
  | { outcome: 'accepted'; target: string }
  /** This very code was accepted a moment ago, in another request: no guess. */
  | { outcome: 'spent' }
  | { outcome: 'wrong' }

/**
 * One try with a code. The challenge's row is locked, so tries are counted exactly and one of many simultaneous right
 * ones wins; the code's effect must be in the same transaction, and a wrong code must commit it too.
 */
export async function tryCode(
  ctx: Context,
  tx: Tx,
  input: { userId: string; purpose: CodePurpose; code: string },
): Promise<TryOutcome> {
  const challenge = await tx
    .selectFrom('verification_codes')
    .select(['id', 'code_hash', 'tries'])
    .where('user_id', '=', input.userId)
    .where('purpose', '=', input.purpose)
    .where('expires_at', '>', ctx.clock.now())
    .forUpdate()
    .executeTakeFirst()
  const live = challenge && challenge.tries < ctx.config.codes.maxTries ? challenge : undefined
  if (live && isCodeOf(ctx, live, input.code)) return spend(ctx, tx, { ...input, challengeId: live.id })
  // Checked first: a code that was just consumed is not a guess, also not against the code sent after it.
  if (await wasJustSpent(ctx, tx, input)) return { outcome: 'spent' }
  if (live) await countTry(tx, live.id)
  return { outcome: 'wrong' }
}

async function countTry(tx: Tx, challengeId: string): Promise<void> {
  await tx
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', challengeId)
    .execute()
}

async function spend(
  ctx: Context,
  tx: Tx,
  input: { userId: string; purpose: CodePurpose; code: string; challengeId: string },
): Promise<TryOutcome> {
  const row = await tx
    .deleteFrom('verification_codes')
    .where('id', '=', input.challengeId)
    .returning('target')
    .executeTakeFirst()
  if (!row) return { outcome: 'spent' }
  await recordSpentSecret(ctx, tx, input)
  return { outcome: 'accepted', target: row.target }
}
