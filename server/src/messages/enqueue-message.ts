import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { ringing } from '../jobs/bells/bell.ts'
import { deliverMessagesBell } from './bell.ts'

/** A rendered mail. `code` and `link` are what the development outbox shows beside it. */
export type MailMessage = {
  subject: string
  text: string
  html: string
  code?: string
  link?: string
  /** Called by a mail program, it ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}

/** `livesMs`: how long it is of use, for one whose link ends; for good otherwise. */
type Email = { to: string; mail: MailMessage; livesMs?: number }

/** A mail that is sent if and only if `tx` commits; a failed delivery never undoes its cause. */
export async function enqueueEmail(ctx: Context, tx: Tx, input: Email): Promise<string> {
  const { subject, text, html, code, link, unsubscribeUrl } = input.mail
  return enqueue(ctx, tx, {
    channel: 'email',
    recipient: input.to,
    subject,
    body_text: text,
    body_html: html,
    code: code ?? null,
    link: link ?? null,
    unsubscribe_url: unsubscribeUrl ?? null,
    expires_at: input.livesMs === undefined ? null : after(ctx.clock.now(), input.livesMs),
  })
}

/** The same for an SMS. It names its member, whose phone may be another one later. */
export async function enqueueSms(
  ctx: Context,
  tx: Tx,
  input: { to: string; text: string; code?: string; userId?: string },
): Promise<string> {
  return enqueue(ctx, tx, {
    channel: 'sms',
    recipient: input.to,
    subject: null,
    body_text: input.text,
    body_html: null,
    code: input.code ?? null,
    link: null,
    user_id: input.userId ?? null,
  })
}

type Content = {
  channel: 'email' | 'sms'
  recipient: string
  subject: string | null
  body_text: string
  body_html: string | null
  code: string | null
  link: string | null
  user_id?: string | null
  unsubscribe_url?: string | null
  expires_at?: Date | null
}

async function enqueue(ctx: Context, tx: Tx, content: Content): Promise<string> {
  const now = ctx.clock.now()
  const id = ctx.random.id()
  await tx
    .insertInto('messages')
    .values({ id, ...content, due_at: now, created_at: now })
    .returning(ringing(deliverMessagesBell).as('ringing'))
    .execute()
  return id
}

/**
 * Does the work of a mail without sending one: for an unknown address the answer must take as long, and wake as many
 * workers, as for one we know (docs/rules.md R53).
 */
export async function enqueueNoEmail(ctx: Context, tx: Tx, input: Email): Promise<void> {
  const id = await enqueueEmail(ctx, tx, input)
  await tx.deleteFrom('messages').where('id', '=', id).execute()
}
