import { verify } from 'otplib'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { FactorRow } from './queries.ts'
import { openTotpSecret } from './totp-secret.ts'

export const TOTP_TOLERANCE_SECONDS = 30

/** The time step that a code belongs to, or undefined when it is not of this authenticator. */
export async function findTimeStep(ctx: Context, factor: Pick<FactorRow, 'id' | 'secret'>, code: string) {
  const secret = factor.secret && openTotpSecret(ctx, factor.secret, factor.id)
  if (!secret || !/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(ctx.clock.now().getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOTP_TOLERANCE_SECONDS })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/**
 * One try with an authenticator's code. Each time step is good once: the rows are locked and the step is kept, so the
 * same code sent twice at the same moment passes once.
 */
export async function tryTotp(
  ctx: Context,
  tx: Tx,
  { userId, code }: { userId: string; code: string },
): Promise<'accepted' | 'spent' | 'wrong'> {
  const factors = await tx
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'TOTP')
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const factor of factors) {
    const timeStep = await findTimeStep(ctx, factor, code)
    if (timeStep === undefined) continue
    if (timeStep <= factor.counter) return 'spent'
    const used = { counter: timeStep, last_used_at: ctx.clock.now() }
    await tx.updateTable('factors').set(used).where('id', '=', factor.id).execute()
    return 'accepted'
  }
  return 'wrong'
}
