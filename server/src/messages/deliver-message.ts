import { type Selectable, sql } from 'kysely'
import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import { PermanentJobError } from '../errors/job-errors.ts'
import type { MessagesTable } from '../db/types.gen.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import { LEASE_MS, withLease } from '../jobs/with-lease.ts'

type Message = Selectable<MessagesTable>

/** Sent by one worker at a time; as many again where it is woken meanwhile. */
const AT_ONCE = 4
/** Hourly in the end, for three days in all: a mail server may be away over a weekend. A code or link ends earlier, with its life. */
const MAX_ATTEMPTS = 80
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 3_600_000
const MAX_ERROR_LENGTH = 500

/** Sends all that waits. */
export async function deliverMessages(ctx: Context): Promise<void> {
  while (await deliverSome(ctx));
}

/**
 * Sends a few of what waits, the longest due first. Taking a message moves its `due_at`, so two workers never send it together and a crash in the
 * middle leaves it to the sweep; a provider may then see it twice, under the same id.
 * @returns whether there may be more
 * @throws the first error that no row could be given, once all that were taken have been tried
 */
export async function deliverSome(ctx: Context): Promise<boolean> {
  const taken = await takeDue(ctx)
  const outcomes = await Promise.allSettled(taken.map((message) => deliver(ctx, message)))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return taken.length === AT_ONCE
}

/** Sends one message, if it waits and is due. */
export async function deliverMessage(ctx: Context, messageId: string): Promise<void> {
  const message = await takeMessage(ctx, messageId)
  if (message) await deliver(ctx, message)
}

async function deliver(ctx: Context, message: Message): Promise<void> {
  if (isStale(ctx, message)) return markFailed(ctx, message, staleError(message))
  ctx.failpoints.reach('deliver-message.before-send')
  const sent = await withLease(
    () => renew(ctx, message),
    () => send(ctx, message),
  ).catch((error: unknown) => handleFailure(ctx, message, error))
  if (!sent) return
  ctx.failpoints.reach('deliver-message.after-send')
  await markSent(ctx, message, sent.providerRef)
}

async function takeDue(ctx: Context): Promise<Message[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<Message>`
    with due as materialized (
      select id, created_at from messages where status = 'WAITING' and due_at <= ${now}
      order by due_at limit ${AT_ONCE} for update skip locked
    )
    update messages set attempts = attempts + 1, due_at = ${after(now, LEASE_MS)} from due
    where messages.id = due.id and messages.created_at = due.created_at
    returning messages.*`.execute(ctx.db)
  return rows
}

async function takeMessage(ctx: Context, messageId: string): Promise<Message | undefined> {
  const now = ctx.clock.now()
  return ctx.db
    .updateTable('messages')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: after(now, LEASE_MS) }))
    .where('id', '=', messageId)
    .where('status', '=', 'WAITING')
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

const renew = (ctx: Context, { id, attempts }: Message) =>
  ctx.db
    .updateTable('messages')
    .set({ due_at: after(ctx.clock.now(), LEASE_MS) })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .where('attempts', '=', attempts)
    .execute()

const endOf = (ctx: Context, { code, created_at, expires_at }: Message): Date | null =>
  code === null ? expires_at : after(created_at, ctx.config.codes.lifeMs)

function isStale(ctx: Context, message: Message): boolean {
  const end = endOf(ctx, message)
  return end !== null && end <= ctx.clock.now()
}

/** The error of a message that no provider was asked to take. */
export const STALE = 'its code or link ended before it could be sent'
/** With what the provider said at the last try. */
const staleError = ({ error }: Message) => (error ? `${STALE}: ${error}` : STALE)

async function send(ctx: Context, message: Message): Promise<{ providerRef: string | null }> {
  const { id, recipient: to, body_text: text } = message
  if (message.channel === 'sms') return ctx.smsSender.send({ id, to, text })
  const { subject, body_html: html, unsubscribe_url: unsubscribeUrl } = message
  return ctx.mailer.send({ id, to, subject: subject ?? '', text, html: html ?? '', unsubscribeUrl })
}

/** Once a real provider has it, codes and links are blanked in the row. */
const BLANKED = { body_text: '', body_html: null, code: null, link: null, unsubscribe_url: null }
const keepsBody = (ctx: Context, message: Message) =>
  (message.channel === 'sms' ? ctx.smsSender.name : ctx.mailer.name) === 'outbox'

async function markSent(ctx: Context, message: Message, providerRef: string | null): Promise<void> {
  const sent = { status: 'SENT' as const, provider_ref: providerRef, error: null, sent_at: ctx.clock.now() }
  await ctx.db
    .updateTable('messages')
    .set(keepsBody(ctx, message) ? sent : { ...sent, ...BLANKED })
    .where('id', '=', message.id)
    .where('status', '=', 'WAITING')
    .execute()
}

async function handleFailure(ctx: Context, message: Message, error: unknown): Promise<void> {
  const reason = messageOf(error).slice(0, MAX_ERROR_LENGTH)
  ctx.log.warn(
    { message_id: message.id, channel: message.channel, attempts: message.attempts },
    'a message was not sent',
  )
  if (error instanceof PermanentJobError || message.attempts >= MAX_ATTEMPTS) return markFailed(ctx, message, reason)
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (message.attempts - 1), LAST_RETRY_MS)
  await ctx.db
    .updateTable('messages')
    .set({ error: reason, due_at: after(ctx.clock.now(), waitMs) })
    .where('id', '=', message.id)
    .where('status', '=', 'WAITING')
    .execute()
}

/** Given up, it keeps what a person may send once more; a code is too old by then, and so may its link be. */
async function markFailed(ctx: Context, message: Message, error: string): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({ status: 'FAILED', error, ...(message.code !== null || isStale(ctx, message) ? BLANKED : {}) })
    .where('id', '=', message.id)
    .where('status', '=', 'WAITING')
    .execute()
}
