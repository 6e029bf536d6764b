import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { enqueueEmail, type MailMessage } from './enqueue-message.ts'

/** A mail to the member's own address, if and only if its cause commits. */
export async function tellOwner(ctx: Context, tx: Tx, userId: string, mail: MailMessage): Promise<void> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await enqueueEmail(ctx, tx, { to: email, mail })
}
