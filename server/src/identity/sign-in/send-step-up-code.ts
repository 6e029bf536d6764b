import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import type { Viewer } from '../../http/viewer.ts'
import { sendCodeOrRefuse } from '../codes/send-code.ts'

/** Texts a step-up code to the phone on file. @returns that phone */
export async function sendStepUpCode(ctx: Context, input: { viewer: Viewer; address: string }): Promise<string> {
  const { userId } = input.viewer
  const { phone } = await ctx.db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow()
  if (!phone) throw conflict('There is no phone on your account')
  await inTransaction(ctx.db, (tx) =>
    sendCodeOrRefuse(ctx, tx, { userId, purpose: 'STEP_UP', phone, address: input.address }),
  )
  return phone
}
