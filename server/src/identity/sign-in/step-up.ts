import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import type { Device } from '../../http/device.ts'
import type { Viewer } from '../../http/viewer.ts'
import { passSecondFactor } from './pass-second-factor.ts'

/** A second factor given again on an open session; it counts for 15 minutes (docs/rules.md R56). */
export async function stepUp(ctx: Context, input: { viewer: Viewer; otp: string; device: Device }): Promise<void> {
  const { viewer, otp, device } = input
  const { userId, sessionId } = viewer
  const isPassed = await inTransaction(ctx.db, async (tx) => {
    const isRight = await passSecondFactor(ctx, tx, { userId, purpose: 'STEP_UP', sessionId, otp, device })
    if (isRight) await markSteppedUp(ctx, tx, sessionId)
    return isRight
  })
  if (!isPassed) throw invalidField('otp', 'Invalid OTP')
}

export async function markSteppedUp(ctx: Context, tx: Tx, sessionId: string): Promise<void> {
  await tx.updateTable('sessions').set({ second_factor_at: ctx.clock.now() }).where('id', '=', sessionId).execute()
}
