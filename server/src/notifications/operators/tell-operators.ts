import { NOTIFICATION_KINDS, type NotificationKind } from '@verso/protocol/users/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { enqueueEmail, type MailMessage } from '../../messages/enqueue-message.ts'
import { tell } from '../lines/tell.ts'
import { unsubscribeFrom } from '../unsubscribe/unsubscribe-token.ts'

type OperatorKind = Extract<NotificationKind, `admin.${string}`>
type News = { kind: OperatorKind; text: string; mail: MailMessage }

/** All who can sign in to the admin area, but the one who did it. */
export const operatorsBut = (actorId: string | null = null): RawBuilder<unknown> => sql`
  select id as user_id from users where is_admin and status = 'ACTIVE' and id is distinct from ${actorId}::uuid`

/**
 * Tells every operator, in the admin area and by a mail of its own words, as each of them chose, if and only if `tx` commits.
 * @returns the ids of the mails
 */
export async function tellOperators(ctx: Context, tx: Tx, { kind, text, mail }: News): Promise<string[]> {
  await tell(tx, { kind, to: operatorsBut(), reason: text, at: ctx.clock.now(), isMailedApart: true })
  const { rows } = await sql<{ id: string; email: string }>`
    select users.id, users.email from users
    left join notification_choices as choice on choice.user_id = users.id and choice.kind = ${kind}
    where is_admin and status = 'ACTIVE' and coalesce(choice.email, ${NOTIFICATION_KINDS[kind].email}) = 'now'`.execute(
    tx,
  )
  const ids: string[] = []
  for (const { id, email } of rows) {
    const { unsubscribeUrl } = unsubscribeFrom(ctx, id, [kind]) ?? {}
    ids.push(await enqueueEmail(ctx, tx, { to: email, mail: { ...mail, ...(unsubscribeUrl && { unsubscribeUrl }) } }))
  }
  return ids
}
