import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { isKnownByEmail } from './known-networks.ts'
import { networkOf } from '../../http/network-of.ts'
import { clearPoints, returnPoint, takePoint, type Throttle } from './throttle.ts'

const QUARTER_HOUR_MS = 15 * 60_000
const HOUR_MS = 3_600_000

type Attempt = { email: string; address: string }

/**
 * The budgets that a wrong password is counted in (docs/decisions/0180): the network, over all accounts; the account and the network
 * together; and the account, over all networks from which its member has not come before. Strangers use up the last one
 * only, and it does not bind the member's own networks.
 */
export type SignInBudgets = { network: Throttle; own: Throttle; strangers: Throttle | null }

/**
 * Takes a point of each budget before the password is looked at, so that simultaneous tries are counted exactly.
 * @throws AppError too_many_requests
 */
export async function takeSignInPoints(ctx: Context, attempt: Attempt): Promise<SignInBudgets> {
  const isKnown = await isKnownByEmail(ctx, ctx.db, attempt)
  const budgets = {
    network: networkBudget(ctx, attempt),
    own: ownBudget(ctx, attempt),
    strangers: isKnown ? null : strangersBudget(ctx, attempt),
  }
  for (const budget of [budgets.network, budgets.own, budgets.strangers])
    if (budget) await takePoint(ctx, ctx.db, budget)
  return budgets
}

/**
 * Counts a sign-in with the right password, since each leaves a session behind. Called before its points are given back, so that those
 * above the limit soon cost no hash either.
 * @throws AppError too_many_requests
 */
export const countSignIn = (ctx: Context, attempt: Attempt): Promise<void> =>
  takePoint(ctx, ctx.db, signInBudget(ctx, attempt))

/** After the right password. Of the shared budgets only this try is given back: an own account resets none of them. */
export async function returnSignInPoints(ctx: Context, { network, own, strangers }: SignInBudgets): Promise<void> {
  await returnPoint(ctx, ctx.db, network)
  await clearPoints(ctx.db, own)
  if (strangers) await returnPoint(ctx, ctx.db, strangers)
}

/** After a reset: the counts of passwords, wrong and right, are cleared, because the old password is invalid. */
export async function clearAccountBudgets(ctx: Context, tx: Db | Tx, attempt: Attempt): Promise<void> {
  await clearPoints(tx, ownBudget(ctx, attempt))
  await clearPoints(tx, strangersBudget(ctx, attempt))
  await clearPoints(tx, signInBudget(ctx, attempt))
}

const networkBudget = (ctx: Context, { address }: Attempt): Throttle => ({
  name: 'password-network',
  subject: networkOf(address),
  limit: ctx.config.limits.passwordFailuresPerNetwork,
  windowMs: QUARTER_HOUR_MS,
})

const ownBudget = (ctx: Context, { email, address }: Attempt): Throttle => ({
  name: 'password',
  subject: `${email} ${networkOf(address)}`,
  limit: ctx.config.limits.passwordFailuresPerAccountAndNetwork,
  windowMs: QUARTER_HOUR_MS,
})

const signInBudget = (ctx: Context, { email, address }: Attempt): Throttle => ({
  name: 'sign-in',
  subject: `${email} ${networkOf(address)}`,
  limit: ctx.config.limits.signInsPerAccountAndNetworkPerHour,
  windowMs: HOUR_MS,
})

const strangersBudget = (ctx: Context, { email }: Attempt): Throttle => ({
  name: 'password-account',
  subject: email,
  limit: ctx.config.limits.passwordFailuresPerAccount,
  windowMs: HOUR_MS,
})
