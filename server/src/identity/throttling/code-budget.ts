import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { hasSignedInFrom } from './known-networks.ts'
import { assertPointLeft, clearPoints, countPoint, type Throttle } from './throttle.ts'

const DAY_MS = 24 * 3_600_000

const codeBudget = (ctx: Context, userId: string): Throttle => ({
  name: 'code-account',
  subject: userId,
  limit: ctx.config.limits.codeFailuresPerAccount,
  windowMs: DAY_MS,
})

/**
 * Wrong sign-in codes of a day, from all networks where the member never signed in: a thief who has the password and waits out
 * each lock of 15 minutes comes to an end. Call it with the member's failures locked (`lockSecondFactor`).
 * @returns what counts a wrong code
 * @throws AppError too_many_requests when nothing is left for this network
 */
export async function openCodeBudget(
  ctx: Context,
  tx: Tx,
  from: { userId: string; address: string },
): Promise<() => Promise<unknown>> {
  if (await hasSignedInFrom(ctx, tx, from)) return async () => undefined
  const budget = codeBudget(ctx, from.userId)
  await assertPointLeft(ctx, tx, budget)
  return () => countPoint(ctx, tx, budget)
}

export const clearCodeBudget = (ctx: Context, tx: Tx, userId: string): Promise<void> =>
  clearPoints(tx, codeBudget(ctx, userId))
