import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { enqueueEmail, type MailMessage } from './enqueue-message.ts'

/** Mails every admin, if and only if `tx` commits. @returns the ids of the messages */
export async function mailAdmins(ctx: Context, tx: Tx, mail: MailMessage): Promise<string[]> {
  const admins = tx.selectFrom('users').select('email').where('is_admin', '=', true).where('status', '=', 'ACTIVE')
  const ids: string[] = []
  for (const { email } of await admins.execute()) ids.push(await enqueueEmail(ctx, tx, { to: email, mail }))
  return ids
}
