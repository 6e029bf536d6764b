import { NOTIFICATION_KINDS } from '@verso/protocol/users/notifications'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { urlsFor } from '../http/urls.ts'
import { enqueueEmail } from '../messages/enqueue-message.ts'
import { renderMail } from '../messages/render-mail.ts'
import type { MAILED_KINDS } from './member-mails.ts'
import { unsubscribeFrom } from './unsubscribe/unsubscribe-token.ts'

type MailedKind = (typeof MAILED_KINDS)[number]

type Mail = {
  userId: string
  /** The kind whose choice holds for the mail; without it the mail always goes out. */
  kind?: MailedKind
  subject: string
  /** The first line of the mail, where it is not the subject. */
  heading?: string
  paragraphs: string[]
  action: { label: string; path: string }
}

/** Mails a member about their works or money; a deleted member gets none. */
export async function mailMember(
  ctx: Context,
  tx: Tx,
  { userId, kind, subject, heading = subject, paragraphs, action }: Mail,
): Promise<void> {
  const user = await readRecipient(tx, userId, kind)
  if (!user || user.status === 'DELETED') return
  if (kind && (user.chosen ?? NOTIFICATION_KINDS[kind].email) !== 'now') return
  const url = `${urlsFor(ctx).public}${action.path}`
  const content = { brand: ctx.config.brand, heading, paragraphs, action: { label: action.label, url } }
  const unsubscribe = kind && unsubscribeFrom(ctx, userId, [kind])
  const mail = { subject, ...renderMail({ ...content, ...unsubscribe }), link: url, ...unsubscribe }
  await enqueueEmail(ctx, tx, { to: user.email, mail })
}

/** `chosen`: when they want mails of this kind; null: as it is without a choice. */
const readRecipient = (tx: Tx, userId: string, kind: MailedKind | undefined) =>
  tx
    .selectFrom('users')
    .leftJoin('notification_choices as choice', (join) =>
      join.onRef('choice.user_id', '=', 'users.id').on('choice.kind', '=', kind ?? null),
    )
    .select(['users.email', 'users.status', 'choice.email as chosen'])
    .where('users.id', '=', userId)
    .executeTakeFirst()

export async function nameOfNft(tx: Tx, nftId: string): Promise<string> {
  const nft = await tx.selectFrom('nfts').select('name').where('id', '=', nftId).executeTakeFirst()
  return nft?.name ?? 'NFT'
}
