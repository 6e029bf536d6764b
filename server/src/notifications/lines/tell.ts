import { NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS, type NotificationKind } from '@verso/protocol/users/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { LIVE_CHANNEL } from '../../events/live-frames.ts'
import { waking } from '../../jobs/bells/wake.ts'
import { MAILED_KINDS } from '../member-mails.ts'
import { nextDigest } from './mail-due.ts'

type Line = {
  kind: NotificationKind
  /** The recipients: a member, or a query of `user_id`s. */
  to: string | RawBuilder<unknown>
  at: Date
  nftId?: string
  /** The member who did it. */
  actorId?: string
  paymentId?: string
  amountCents?: number
  reason?: string | undefined
  /** Told together with those of the same kind on the same day, as long as they are unread; of NFTs apart from those of people. */
  isGrouped?: true
  /** Its caller mails it, too. */
  isMailedApart?: true
}

/** The most NFTs or members of a line: beyond it the newest are kept. */
const MAX_TOGETHER = 500

const arrayOf = (id: string | undefined) => (id ? sql`array[${id}::uuid]` : sql`'{}'::uuid[]`)
const merged = (column: string) => {
  const [told, added] = [sql.ref(`told.${column}`), sql.ref(`excluded.${column}`)]
  return sql`(${added} || array(select id from unnest(${told}) with ordinality as former(id, place)
    where id <> all(${added}) order by place))[1:${sql.lit(MAX_TOGETHER)}]`
}

/** The security notices that have no mail but their line. */
const MAILED_AS_LINES: ReadonlySet<NotificationKind> = new Set(['security.new_device', 'security.locked'])

/** Mailed by `mail-members.ts` or by the operation itself in words of their own, unless the member chose the mail of the day. */
const MAILED_APART: ReadonlySet<NotificationKind> = new Set([
  ...MAILED_KINDS,
  ...NOTIFICATION_KIND_NAMES.filter((kind) => kind.startsWith('security.') && !MAILED_AS_LINES.has(kind)),
])

/** When the line is mailed to a member who chose `chosen.email`; null: never, or not from here. */
function mailDueAt({ kind, at, isMailedApart }: Line): RawBuilder<Date | null> {
  return sql`case chosen.email
    when 'now' then ${isMailedApart || MAILED_APART.has(kind) ? null : at}::timestamptz
    when 'daily' then ${nextDigest(sql`${at}::timestamptz`, sql`chosen.zone`)}
  end`
}

/** Whether an added NFT or member is news to a line: one that it names already is none, and makes no further mail. */
const isNews = (column: string) => sql`not ${sql.ref(`excluded.${column}`)} <@ ${sql.ref(`told.${column}`)}`

/** The thing that an open page reads again; a line about no NFT and no payment is about the actor, else the member. */
function subjectOf({ nftId, paymentId, actorId }: Line): RawBuilder<unknown> {
  if (nftId) return sql`'nft', ${nftId}::uuid`
  if (paymentId) return sql`'payment', ${paymentId}::uuid`
  return sql`'user', ${actorId ? sql`${actorId}::uuid` : sql`user_id`}`
}

/** Adds a line for each member who wants to be told of this kind, in the product or by mail; deleted members get none. Their open pages are told. */
export async function tell(tx: Tx, line: Line): Promise<void> {
  const { kind, to, at, nftId, actorId, paymentId = null, amountCents = null, reason = null } = line
  const group = line.isGrouped ? `${at.toISOString().slice(0, 10)} ${nftId ? 'nfts' : 'people'}` : null
  const { inApp, email } = NOTIFICATION_KINDS[kind]
  const recipients = typeof to === 'string' ? sql`select ${to}::uuid as user_id` : to
  await sql`
    with chosen as (
      select recipient.user_id, coalesce(choice.in_app, ${inApp}) as is_shown, coalesce(choice.email, ${email}) as email,
        coalesce(users.time_zone, 'UTC') as zone
      from (${recipients}) as recipient
      join users on users.id = recipient.user_id and users.status <> 'DELETED'
      left join notification_choices as choice on choice.user_id = recipient.user_id and choice.kind = ${kind}
    ), due as (select user_id, is_shown, ${mailDueAt(line)} as mail_due_at from chosen), written as (
    insert into notifications as told
      (id, user_id, kind, group_key, nft_ids, actor_ids, payment_id, amount_cents, reason, created_at, is_shown, mail_due_at)
    select gen_random_uuid(), user_id, ${kind}, ${group}, ${arrayOf(nftId)}, ${arrayOf(actorId)},
      ${paymentId}::uuid, ${amountCents}::bigint, ${reason}, ${at}, is_shown, mail_due_at
    from due where is_shown or mail_due_at is not null order by user_id
    on conflict (user_id, kind, group_key) where read_at is null and group_key is not null do update set
      nft_ids = ${merged('nft_ids')}, actor_ids = ${merged('actor_ids')}, created_at = excluded.created_at,
      is_shown = excluded.is_shown, mail_due_at = coalesce(told.mail_due_at,
        case when ${isNews('nft_ids')} or ${isNews('actor_ids')} then excluded.mail_due_at end)
    returning user_id, is_shown, mail_due_at
    ), framed as (
      insert into live_frames (audience, user_id, kind, subject_type, subject_id, created_at)
      select 'member', user_id, ${kind}, ${subjectOf(line)}, ${at}::timestamptz from written where is_shown
      returning id
    ) select pg_notify(${LIVE_CHANNEL}, '') from (select from framed limit 1) as told
    union all select ${waking('mail-lines')} from (select from written where mail_due_at <= ${at}::timestamptz limit 1) as due`.execute(
    tx,
  )
}
