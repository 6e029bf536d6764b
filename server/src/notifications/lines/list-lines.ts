import type { NotificationArea, NotificationKind } from '@verso/protocol/users/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { decodeCursor, pageOf } from '../../http/page.ts'
import type { VariantKeys } from '../../media/files/file-urls.ts'
import { isFileWithheld } from '../../media/files/withheld-files.ts'

type Picture = { storage_key: string; variants: VariantKeys } | null

/** A line with what it names, as that is now. */
export type LineRow = {
  id: string
  kind: NotificationKind
  paymentId: string | null
  amountCents: number | null
  reason: string | null
  createdAt: Date
  readAt: Date | null
  nft: { id: string; name: string; count: number; picture: Picture } | null
  actor: { id: string; display_name: string | null; first_name: string | null; count: number; picture: Picture } | null
  sortKey: string
}

type Selected = { userId: string; area: NotificationArea; unread?: boolean | undefined }
type Page = Selected & { limit: number; cursor?: string | undefined }

/** The kinds that say what became of one's own NFT or money: they stay when the NFT is taken down. */
const KEPT = sql`(told.kind like 'order.%' or told.kind like 'security.%'
  or told.kind in ('nft.taken_down', 'nft.refused', 'nft.sold', 'royalty.received', 'earnings.released', 'nft.withdrawn'))`

/** A decision that another operator has taken waits for nobody. */
const IS_WAITING = sql`(nfts.approval = 'PENDING'
  or exists (select from reports where reports.nft_id = nfts.id and reports.status = 'OPEN'))`

/** Of who asked for a payout. */
const IS_PAYEE_WAITING = sql`exists (select from payouts where payouts.user_id = users.id and payouts.status = 'REQUESTED')`
const IS_FOLLOWING = sql`exists (select from follows where follows.user_id = users.id and follows.followed_id = told.user_id)`

/** Of \`notifications\`, by the name of its kind. */
export const isOfArea = (area: NotificationArea): RawBuilder<boolean> =>
  sql<boolean>`(told.kind like 'admin.%') = ${area === 'operators'}`

const pictureOf = (file: string): RawBuilder<Picture> => sql`case when ${sql.ref(`${file}.id`)} is not null
  and not ${isFileWithheld(sql.table(file))} then jsonb_build_object('storage_key', ${sql.ref(`${file}.storage_key`)},
    'variants', coalesce((select jsonb_object_agg(name, storage_key) from file_variants
      where file_id = ${sql.ref(`${file}.id`)}), '{}')) end`

/** The lines of a member whose NFTs and people are still there, as `from … where …`; without an area all of them, also those that are only mailed. */
const linesOf = ({
  userId,
  unread,
  area,
}: Omit<Selected, 'area'> & { area?: NotificationArea }): RawBuilder<unknown> => sql`
  from notifications as told
  left join lateral (
    select nfts.id, nfts.name, nfts.thumbnail_file_id, nfts.taken_down_at, count(*) over ()::int as count
    from nfts where nfts.id = any(told.nft_ids) and (nfts.taken_down_at is null or ${KEPT})
      and (told.kind <> 'admin.queue' or ${IS_WAITING})
    order by array_position(told.nft_ids, nfts.id) limit 1
  ) as nft on true
  left join lateral (
    select users.id, users.display_name, users.first_name, users.avatar_file_id, count(*) over ()::int as count
    from users where users.id = any(told.actor_ids) and users.status <> 'DELETED'
      and (told.kind <> 'admin.queue' or ${IS_PAYEE_WAITING}) and (told.kind <> 'follow.created' or ${IS_FOLLOWING})
    order by array_position(told.actor_ids, users.id) limit 1
  ) as actor on true
  where told.user_id = ${userId} ${area ? sql`and told.is_shown and ${isOfArea(area)}` : sql``} and (nft.id is not null or told.nft_ids = '{}')
    and (actor.id is not null or told.actor_ids = '{}' or ${KEPT})
    ${unread === undefined ? sql`` : sql`and (told.read_at is null) = ${unread}`}`

/** Keyset over the newest first. @throws AppError invalid for a cursor that is none of ours */
export async function listLines(db: Db, page: Page): Promise<{ lines: LineRow[]; nextCursor: string | null }> {
  const cursor = decodeCursor(page.cursor)
  if (cursor && !/^\d{1,16}$/.test(cursor.key)) throw invalidField('cursor', 'Invalid cursor')
  const start = cursor
    ? sql`and (told.created_at, told.id)
        < ('epoch'::timestamptz + ${cursor.key}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`
    : sql``
  const rows = await readLines(
    db,
    sql`${linesOf(page)} ${start} order by told.created_at desc, told.id desc limit ${page.limit + 1}`,
  )
  const { rows: lines, nextCursor } = pageOf(rows, page.limit, ({ sortKey, id }) => ({ key: sortKey, id }))
  return { lines, nextCursor }
}

/** How many lines there are under the same filter, and how many of all are unread. */
export async function countLines(
  db: Db | Tx,
  { userId, area, unread }: Selected,
): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*) filter (where ${unread === undefined} or (told.read_at is null) = ${unread ?? true})::int as total,
      count(*) filter (where told.read_at is null)::int as unread ${linesOf({ userId, area })}`.execute(db)
  return rows[0] ?? { total: 0, unread: 0 }
}

/** Lines of a member by their ids, the newest first, also those that are only mailed; what has gone meanwhile is left out. */
export const listLinesToMail = (db: Db | Tx, userId: string, ids: readonly string[]): Promise<LineRow[]> =>
  readLines(db, sql`${linesOf({ userId })} and told.id = any(${ids})`)

async function readLines(db: Db | Tx, chosen: RawBuilder<unknown>): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with line as materialized (
      select told.*, to_jsonb(nft) as nft, to_jsonb(actor) as actor ${chosen}
    )
    select line.id, line.kind, payment_id as "paymentId", amount_cents as "amountCents", reason,
      line.created_at as "createdAt", read_at as "readAt",
      nft || jsonb_build_object('picture', case when nft ->> 'taken_down_at' is null then ${pictureOf('thumbnail')} end) as nft,
      actor || jsonb_build_object('picture', ${pictureOf('avatar')}) as actor,
      (extract(epoch from line.created_at) * 1000000)::bigint::text as "sortKey"
    from line
    left join files as thumbnail on thumbnail.id = (nft ->> 'thumbnail_file_id')::uuid
    left join files as avatar on avatar.id = (actor ->> 'avatar_file_id')::uuid
    order by line.created_at desc, line.id desc`.execute(db)
  return rows
}
