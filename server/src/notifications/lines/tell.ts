import { NOTIFICATION_KINDS, type NotificationKind } from '@verso/protocol/users/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

type Line = {
  kind: NotificationKind
  /** Whose line it is: a member, or a query of `user_id`s. */
  to: string | RawBuilder<unknown>
  at: Date
  nftId?: string
  /** Who did it. */
  actorId?: string
  paymentId?: string
  amountCents?: number
  reason?: string | undefined
  /** Told together with those of the same kind on the same day, as long as they are unread. */
  isGrouped?: true
}

/** What a line gains at most: above it the newest are named all the same. */
const MAX_TOGETHER = 500

const arrayOf = (id: string | undefined) => (id ? sql`array[${id}::uuid]` : sql`'{}'::uuid[]`)
const merged = (column: string) => {
  const [told, added] = [sql.ref(`told.${column}`), sql.ref(`excluded.${column}`)]
  return sql`(${added} || array(select id from unnest(${told}) with ordinality as former(id, place)
    where id <> all(${added}) order by place))[1:${sql.lit(MAX_TOGETHER)}]`
}

/** Adds a line for each member who wants to be told of this kind in the product; deleted members get none. */
export async function tell(tx: Tx, line: Line): Promise<void> {
  const { kind, to, at, nftId, actorId, paymentId = null, amountCents = null, reason = null } = line
  const group = line.isGrouped ? at.toISOString().slice(0, 10) : null
  const recipients = typeof to === 'string' ? sql`select ${to}::uuid as user_id` : to
  await sql`
    insert into notifications as told
      (id, user_id, kind, group_key, nft_ids, actor_ids, payment_id, amount_cents, reason, created_at)
    select gen_random_uuid(), recipient.user_id, ${kind}, ${group}, ${arrayOf(nftId)}, ${arrayOf(actorId)},
      ${paymentId}::uuid, ${amountCents}::bigint, ${reason}, ${at}
    from (${recipients}) as recipient
    join users on users.id = recipient.user_id and users.status <> 'DELETED'
    left join notification_choices as choice on choice.user_id = recipient.user_id and choice.kind = ${kind}
    where coalesce(choice.in_app, ${NOTIFICATION_KINDS[kind].inApp})
    order by recipient.user_id
    on conflict (user_id, kind, group_key) where read_at is null and group_key is not null do update set
      nft_ids = ${merged('nft_ids')}, actor_ids = ${merged('actor_ids')}, created_at = excluded.created_at`.execute(tx)
}
