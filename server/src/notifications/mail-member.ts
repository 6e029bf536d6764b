import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { urlsFor } from '../http/urls.ts'
import { enqueueEmail } from '../messages/enqueue-message.ts'
import { renderMail } from '../messages/render-mail.ts'

type Mail = {
  userId: string
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
  { userId, subject, heading = subject, paragraphs, action }: Mail,
): Promise<void> {
  const user = await tx.selectFrom('users').select(['email', 'status']).where('id', '=', userId).executeTakeFirst()
  if (!user || user.status === 'DELETED') return
  const url = `${urlsFor(ctx).public}${action.path}`
  const content = { brand: ctx.config.brand, heading, paragraphs, action: { label: action.label, url } }
  await enqueueEmail(ctx, tx, { to: user.email, mail: { subject, ...renderMail(content), link: url } })
}

export async function nameOfNft(tx: Tx, nftId: string): Promise<string> {
  const nft = await tx.selectFrom('nfts').select('name').where('id', '=', nftId).executeTakeFirst()
  return nft?.name ?? 'NFT'
}
