import type { NotificationArea, NotificationKind } from '@verso/protocol/users/notifications'
import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { countOf } from '../../db/count-rows.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import { dateOf, type JsonRow, timeKey, timeOfKey } from '../../db/times.ts'
import { decodeTimeCursor, pageOf } from '../../http/page.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import {
  type ReaderValues,
  readerValues,
  toViewer,
  viewerParts,
  type ViewerRow,
} from '../../identity/sessions/viewer-row.ts'
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

type Page = { area: NotificationArea; unread?: boolean | undefined; limit: number; cursor?: string | undefined }
type Chosen = {
  userId: string | RawBuilder<string> | undefined
  unread?: boolean | undefined
  /** Without it all of them, also those that are only mailed. */
  isOperators?: boolean
}

/** The kinds that say what became of one's own NFT or money: they stay when the NFT is taken down. */
const KEPT = sql`(told.kind like 'order.%' or told.kind like 'security.%'
  or told.kind in ('nft.taken_down', 'nft.refused', 'nft.sold', 'royalty.received', 'earnings.released', 'nft.withdrawn'))`

/** An NFT that another operator has decided about does not wait any more. */
const IS_WAITING = sql`(nfts.approval = 'PENDING'
  or exists (select from reports where reports.nft_id = nfts.id and reports.status = 'OPEN'))`

/** The member who asked for a payout still waits. */
const IS_PAYEE_WAITING = sql`exists (select from payouts where payouts.user_id = users.id and payouts.status = 'REQUESTED')`
const IS_FOLLOWING = sql`exists (select from follows where follows.user_id = users.id and follows.followed_id = told.user_id)`

const pictureOf = (file: string): RawBuilder<Picture> => sql`case when ${sql.ref(`${file}.id`)} is not null
  and not ${isFileWithheld(sql.table(file))} then jsonb_build_object('storage_key', ${sql.ref(`${file}.storage_key`)},
    'variants', coalesce((select jsonb_object_agg(name, storage_key) from file_variants
      where file_id = ${sql.ref(`${file}.id`)}), '{}')) end`

/** The NFTs and members named by a line that are still there. */
const NAMED_NFTS = sql`from nfts where nfts.id = any(told.nft_ids) and (nfts.taken_down_at is null or ${KEPT})
  and (told.kind <> 'admin.queue' or ${IS_WAITING})`
const NAMED_USERS = sql`from users where users.id = any(told.actor_ids) and users.status <> 'DELETED'
  and (told.kind <> 'admin.queue' or ${IS_PAYEE_WAITING}) and (told.kind <> 'follow.created' or ${IS_FOLLOWING})`

/** The lines of a member whose NFTs and people are still there, as `from … where …`. Unread ones and operators' in the words of their index. */
const linesOf = ({ userId, unread, isOperators }: Chosen): RawBuilder<unknown> => sql`
  from notifications as told
  where told.user_id = ${userId} ${isOperators === undefined ? sql`` : sql`and told.is_shown and told.kind ${isOperators ? sql`like` : sql`not like`} 'admin.%'`}
    ${unread === undefined ? sql`` : unread ? sql`and told.read_at is null` : sql`and told.read_at is not null`}
    and (told.nft_ids = '{}' or exists (select ${NAMED_NFTS}))
    and (told.actor_ids = '{}' or ${KEPT} or exists (select ${NAMED_USERS}))`

type Counts = { total: number; unread: number }
type PageRow = { viewer: ViewerRow | null; lines: JsonRow<LineRow>[]; counts: Counts }
type Values = ReaderValues & {
  key?: string | undefined
  id?: string | undefined
}
const pages = createStatements<Values, PageRow>()

/**
 * A page of the reader's lines, newest first, how many there are, and the reader.
 * @throws AppError invalid for a cursor that is none of ours
 */
export async function listLines(
  db: Db,
  { area, unread, limit, cursor }: Page,
  reader: Reader,
): Promise<Counts & { lines: LineRow[]; nextCursor: string | null; viewer: Viewer | null }> {
  const after = decodeTimeCursor(cursor)
  const isOperators = area === 'operators'
  const [row] = await pages(db, {
    shape: `${isOperators} ${limit} ${unread}`,
    values: { key: after?.key, id: after?.id, ...readerValues(reader) },
    build: ({ key, id, ...given }) => {
      const { tables, row: viewer, id: userId } = viewerParts(given)
      const start = key ? sql`and (told.created_at, told.id) < (${timeOfKey(key)}, ${id}::uuid)` : sql``
      const chosen = sql`${linesOf({ userId, isOperators, unread })} ${start}
        order by told.created_at desc, told.id desc limit ${sql.lit(limit + 1)}`
      return sql`with ${tables} page as (${withWhatTheyName(chosen)})
        select ${viewer} as viewer, (${countsOf({ userId, isOperators, unread })}) as counts,
          (select coalesce(json_agg(page order by page."createdAt" desc, page.id desc), '[]') from page) as lines`.compile(
        db,
      )
    },
  })
  const { viewer, counts, lines } = row as PageRow
  const { rows, nextCursor } = pageOf(lines.map(toLine), limit, ({ sortKey, id }) => ({ key: sortKey, id }))
  return { ...counts, lines: rows, nextCursor, viewer: toViewer(viewer) }
}

const toLine = (line: JsonRow<LineRow>): LineRow =>
  ({ ...line, createdAt: dateOf(line.createdAt), readAt: dateOf(line.readAt) }) as LineRow

/** Counted no further than a list says (docs/rules.md R26). */
const countLines = (chosen: Chosen) => countOf(sql`select ${linesOf(chosen)}`)
const countUnreadOf = (all: Chosen) =>
  sql<number>`least(${countLines({ ...all, unread: true })}, ${sql.lit(LIST_TOTAL_MAX)})`

/** How many lines there are under the same filter, and how many of all are unread. */
const countsOf = ({ unread, ...all }: Chosen): RawBuilder<Counts> => sql`
  select json_build_object('total', ${countLines({ ...all, unread })}, 'unread', ${countUnreadOf(all)})`

export async function countUnread(db: Db | Tx, userId: string, area: NotificationArea): Promise<number> {
  const unread = countUnreadOf({ userId, isOperators: area === 'operators' })
  const { rows } = await sql<{ unread: number }>`select ${unread} as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Lines of a member by their ids, the newest first, also those that are only mailed; what has gone meanwhile is left out. */
export async function listLinesToMail(db: Db | Tx, userId: string, ids: readonly string[]): Promise<LineRow[]> {
  const { rows } = await withWhatTheyName(sql`${linesOf({ userId })} and told.id = any(${ids})`).execute(db)
  return rows
}

const withWhatTheyName = (chosen: RawBuilder<unknown>): RawBuilder<LineRow> => sql`
    with line as materialized (
      select told.* ${chosen}
    )
    select told.id, told.kind, payment_id as "paymentId", amount_cents as "amountCents", reason,
      told.created_at as "createdAt", read_at as "readAt",
      nft || jsonb_build_object('picture', case when nft ->> 'taken_down_at' is null then ${pictureOf('thumbnail')} end) as nft,
      actor || jsonb_build_object('picture', ${pictureOf('avatar')}) as actor,
      ${timeKey(sql`told.created_at`)} as "sortKey"
    from line as told
    left join lateral (
      select to_jsonb(named) as nft from (
        select nfts.id, nfts.name, nfts.thumbnail_file_id, nfts.taken_down_at, count(*) over ()::int as count
        ${NAMED_NFTS} order by array_position(told.nft_ids, nfts.id) limit 1) as named
    ) as of_nfts on true
    left join lateral (
      select to_jsonb(named) as actor from (
        select users.id, users.display_name, users.first_name, users.avatar_file_id, count(*) over ()::int as count
        ${NAMED_USERS} order by array_position(told.actor_ids, users.id) limit 1) as named
    ) as of_users on true
    left join files as thumbnail on thumbnail.id = (nft ->> 'thumbnail_file_id')::uuid
    left join files as avatar on avatar.id = (actor ->> 'avatar_file_id')::uuid
    order by told.created_at desc, told.id desc`
