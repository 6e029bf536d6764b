import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import type { Viewer } from '../../http/viewer.ts'
import { sendCodeOrRefuse } from '../codes/send-code.ts'

/** Texts a step-up code to the phone on file. @returns that phone */
export async function sendStepUpCode(ctx: Context, input: { viewer: Viewer; address: string }): Promise<string> {
  const { userId } = input.viewer
  return inTransaction(ctx.db, async (tx) => {
    // Locked: while the phone is being replaced, the code waits for the new one.
    const member = tx.selectFrom('users').select('phone').where('id', '=', userId).forUpdate()
    const { phone } = await member.executeTakeFirstOrThrow()
    if (!phone) throw conflict('There is no phone on your account')
    await sendCodeOrRefuse(ctx, tx, { userId, purpose: 'STEP_UP', phone, address: input.address })
    return phone
  })
}
