import type { NftListQuery } from '@verso/protocol/nfts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import type { DB } from '../../db/types.gen.ts'
import { invalidField } from '../../http/app-error.ts'
import { type Cursor, decodeCursor, pageOf } from '../../http/page.ts'
import { listIdsNamedLike } from '../../identity/members/named-like.ts'
import { type NftDetails, listNftDetails, selectNfts, textMatches } from './queries.ts'

type Viewer = { userId: string; isAdmin?: boolean } | null
type Selection = SelectQueryBuilder<DB, 'nfts', object>

/** A name that more members have is too common to tell them by. */
const MAX_CREATORS = 100
const ABOVE_ALL_PRICES = Number.MAX_SAFE_INTEGER
const BELOW_ALL_PRICES = -1

/** One page of the catalogue: filters, keyset sort, details. */
export async function listNfts(
  db: Db,
  query: NftListQuery,
  viewer: Viewer,
): Promise<{ details: NftDetails[]; nextCursor: string | null; total: number }> {
  const selection = await filter(db, query, viewer)
  const sort = sortOf(query)
  const ordered = sort.apply(selection, decodeCursor(query.cursor, sort.name))
  const found = await ordered
    .select(['nfts.id', sort.key.as('sort_key')])
    .limit(query.limit + 1)
    .execute()
  const { rows, nextCursor } = pageOf(found, query.limit, (row) => ({
    key: row.sort_key,
    id: row.id,
    sort: sort.name,
  }))
  const details = await listDetailsInOrder(
    db,
    rows.map((row) => row.id),
    viewer,
  )
  return { details, nextCursor, total: await countRows(db, selection) }
}

/** Full details of these NFTs, in this order. */
export async function listDetailsInOrder(db: Db, ids: readonly string[], viewer: Viewer): Promise<NftDetails[]> {
  if (ids.length === 0) return []
  const rows = await selectNfts(db).where('nfts.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return listNftDetails(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
    viewer,
  )
}

/** Conditions that an index is made for are written as literals, so that the planner sees the index fits. */
async function filter(db: Db, query: NftListQuery, viewer: Viewer): Promise<Selection> {
  let selection: Selection = db.selectFrom('nfts').where(sql<boolean>`nfts.taken_down_at is null`)
  if (query.approved !== undefined) {
    selection = selection.where(
      query.approved ? sql<boolean>`nfts.approval = 'APPROVED'` : sql<boolean>`nfts.approval <> 'APPROVED'`,
    )
  }
  if (query.listed !== undefined)
    selection = query.listed
      ? selection.where(sql<boolean>`nfts.active_price_cents is not null`)
      : whereUnlisted(selection)
  if (query.category !== undefined) selection = selection.where('nfts.category_id', '=', query.category)
  if (query.chain) selection = selection.where('nfts.chain', '=', query.chain)
  if (query.created_by) selection = selection.where('nfts.created_by', '=', query.created_by)
  if (query.sold_by) selection = selection.where(isSoldBy(query.sold_by))
  if (query.withdrawn_by) selection = selection.where(isWithdrawnBy(query.withdrawn_by))
  if (query.custody) selection = selection.where('nfts.custody', '=', query.custody)
  if (query.min_price !== undefined || query.max_price !== undefined) selection = selection.where(isPriced(query))
  if (query.search) selection = await whereFound(db, selection, query.search)
  return query.owned_by ? whereOwnedBy(db, selection, query.owned_by, viewer) : selection
}

/** By name and description, and what a creator of that name made; without one the indexed search stays as it is. */
async function whereFound(db: Db, selection: Selection, text: string): Promise<Selection> {
  const creatorIds = await listIdsNamedLike(db, text, MAX_CREATORS)
  if (creatorIds.length === 0) return selection.where(textMatches(text))
  return selection.where((where) => where.or([textMatches(text), where('nfts.created_by', 'in', creatorIds)]))
}

/** Gallery: no open listing of any kind; closed ones do not count. */
const whereUnlisted = (selection: Selection): Selection =>
  selection.where(sql<boolean>`nfts.active_price_cents is null and not exists (
    select from listings where listings.nft_id = nfts.id and listings.status in ('PENDING_LISTINGS', 'PENDING_APPROVAL', 'PAID'))`)

const isSoldBy = (userId: string) =>
  sql<boolean>`nfts.id in (select nft_id from listings where seller_id = ${userId} and status = 'SOLD')`

/** The last to send it outside: it may have come back, and have been withdrawn by another owner. */
const isWithdrawnBy = (userId: string) => sql<boolean>`nfts.custody = 'OUTSIDE' and nfts.id in (
  select sent.nft_id from chain_intents sent
  where sent.user_id = ${userId} and sent.kind = 'WITHDRAW' and sent.status = 'CONFIRMED' and not exists (
    select from chain_intents later
    where later.nft_id = sent.nft_id and later.kind = 'WITHDRAW' and later.status = 'CONFIRMED' and later.id > sent.id))`

/** On one's own profile an NFT that is paid for and on its way shows too (docs/rules.md R33). */
async function whereOwnedBy(db: Db, selection: Selection, ownerId: string, viewer: Viewer): Promise<Selection> {
  const query = db
    .selectFrom('listings')
    .select('nft_id')
    .where('buyer_id', '=', ownerId)
    .where(sql<boolean>`status = 'PAID'`)
  const coming = viewer?.userId === ownerId ? await query.execute() : []
  if (coming.length === 0) return selection.where('nfts.owned_by', '=', ownerId)
  const comingIds = coming.map((row) => row.nft_id)
  return selection.where((where) => where.or([where('nfts.owned_by', '=', ownerId), where('nfts.id', 'in', comingIds)]))
}

/** `name` binds a cursor to the sort it was made for. */
type Sort = {
  name: string
  key: RawBuilder<string>
  apply(selection: Selection, cursor: Cursor | undefined): Selection
}

function sortOf(query: NftListQuery): Sort {
  const isDescending = query.sort.startsWith('-')
  if (query.sort.endsWith('updated_at')) return byTime(isDescending)
  const column = priceOf(query)
  return keyset(column, { by: 'price', isDescending, key: sql`${column}::text`, parse: parsePrice })
}

/** The price asked, in the Gallery the last sale's (docs/rules.md R25); what has none comes last. In the words of the indexes. */
function priceOf({ sort, listed }: NftListQuery): RawBuilder<unknown> {
  const missing = sql.lit(sort === 'price' ? ABOVE_ALL_PRICES : BELOW_ALL_PRICES)
  if (listed) return sql`nfts.active_price_cents`
  if (listed === false) return sql`coalesce(nfts.last_sale_cents, ${missing})`
  return sql`coalesce(nfts.active_price_cents, nfts.last_sale_cents, ${missing})`
}

const isPriced = (query: NftListQuery) =>
  sql<boolean>`${priceOf(query)} between ${query.min_price ?? 0} and ${query.max_price ?? ABOVE_ALL_PRICES - 1}`

/** Times in the cursor are microseconds since 1970. */
const byTime = (isDescending: boolean): Sort =>
  keyset(sql`nfts.updated_at`, {
    by: 'time',
    isDescending,
    key: sql`(extract(epoch from nfts.updated_at) * 1000000)::bigint::text`,
    parse: parseTime,
  })

function keyset(
  column: RawBuilder<unknown>,
  options: { by: string; isDescending: boolean; key: RawBuilder<string>; parse(key: string): unknown },
): Sort {
  const direction = options.isDescending ? 'desc' : 'asc'
  const after = options.isDescending ? sql`<` : sql`>`
  return {
    name: `${options.by} ${direction}`,
    key: options.key,
    apply: (selection, cursor) => {
      const start = cursor
        ? selection.where(sql<boolean>`(${column}, nfts.id) ${after} (${options.parse(cursor.key)}, ${cursor.id})`)
        : selection
      return start.orderBy(column, direction).orderBy('nfts.id', direction)
    },
  }
}

function parseTime(key: string): RawBuilder<unknown> {
  if (!/^\d{1,16}$/.test(key)) throw invalidField('cursor', 'Invalid cursor')
  return sql`('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond')`
}

function parsePrice(key: string): RawBuilder<unknown> {
  if (!/^-?\d{1,16}$/.test(key)) throw invalidField('cursor', 'Invalid cursor')
  return sql`${key}::bigint`
}
