import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { addressOf } from '@verso/protocol/pages/pages'
import { areaOf, type Notification, type NotificationKind } from '@verso/protocol/users/notifications'
import { sql } from 'kysely'
import type { Context, Sweep } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { urlsFor } from '../../http/urls.ts'
import { inOneRound } from '../../jobs/run-sweep.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { renderMail } from '../../messages/render-mail.ts'
import { unsubscribeFrom } from '../unsubscribe/unsubscribe-token.ts'
import { listLinesToMail } from './list-lines.ts'
import { presentLine } from './present-line.ts'

/** One mail says at most this much; the next one the rest. */
const MAX_LINES = 50

/** Mails the lines that are due: what is due of one member and one kind of timing is one mail. */
export const mailLinesSweep: Sweep = {
  name: 'mail-lines',
  everyMs: 2_000,
  run: (ctx) => inOneRound(ctx.clock, async () => (await isAnyDue(ctx)) && mailNext(ctx)),
  nextDue: async ({ db }) => {
    const first = db.selectFrom('notifications').select((eb) => eb.fn.min('mail_due_at').as('due_at'))
    return (await first.executeTakeFirstOrThrow()).due_at ?? undefined
  },
}

/** Asked first: nearly always there is nothing to open a transaction for. */
async function isAnyDue({ db, clock }: Context): Promise<boolean> {
  const due = db.selectFrom('notifications').select('id').where('mail_due_at', '<=', clock.now()).limit(1)
  return (await due.executeTakeFirst()) !== undefined
}

/** Takes the due lines of one member and enqueues their mail in the same transaction, so each is mailed once. */
const mailNext = (ctx: Context): Promise<boolean> =>
  inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const { rows } = await sql<{ id: string; userId: string }>`
      with next as (
        select user_id, kind like 'admin.%' as is_operators from notifications where mail_due_at <= ${now} order by mail_due_at limit 1 for update skip locked
      ), due as (
        select id from notifications where (user_id, kind like 'admin.%') = (select user_id, is_operators from next) and mail_due_at <= ${now}
        order by created_at limit ${MAX_LINES} for update skip locked
      )
      update notifications set mail_due_at = null where id in (select id from due)
      returning id, user_id as "userId"`.execute(tx)
    const [first] = rows
    if (!first) return false
    await mailLines(ctx, tx, { userId: first.userId, ids: rows.map(({ id }) => id) })
    ctx.failpoints.reach('mail-lines.before-commit')
    return true
  })

async function mailLines(ctx: Context, tx: Tx, { userId, ids }: { userId: string; ids: string[] }): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'status', 'is_admin'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user || user.status === 'DELETED') return
  const urls = urlsFor(ctx)
  const lines = (await listLinesToMail(tx, userId, ids)).toReversed().map((line) => presentLine(line, urls))
  const [first] = lines
  if (!first) return
  const isForOperators = areaOf(first.kind) === 'operators'
  // A former admin reads nothing of the admin area, also no line from before.
  if (isForOperators && !(user.is_admin && user.status === 'ACTIVE')) return
  const subject = lines.length === 1 ? subjectOf(first) : `${lines.length} things happened at ${ctx.config.brand}`
  const [origin, start] = isForOperators
    ? [urls.admin, adminAddressOf('dashboard')]
    : [urls.public, addressOf('dashboard')]
  const kinds = lines.map(({ kind }) => kind as NotificationKind)
  const unsubscribe = unsubscribeFrom(ctx, userId, kinds)
  const url = origin + (lines.length === 1 ? first.link : start)
  const content = {
    brand: ctx.config.brand,
    heading: lines.length === 1 ? first.title : subject,
    paragraphs: lines.map(paragraphOf),
    action: { label: 'Open', url },
  }
  const mail = { subject, ...renderMail({ ...content, ...unsubscribe }), link: url, ...unsubscribe }
  await enqueueEmail(ctx, tx, { to: user.email, mail })
}

/** The text of a security event says what to do about it, which is too long for a subject: its title is taken. */
const subjectOf = ({ kind, text, title }: Notification): string => (kind.startsWith('security.') ? title : text)

const paragraphOf = ({ text }: Notification): string => text
