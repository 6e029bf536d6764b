import type { NftListQuery } from '@verso/protocol/nfts'
import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countOf } from '../../db/count-rows.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import { TIME_KEY, timeKey, timeOfKey } from '../../db/times.ts'
import type { DB } from '../../db/types.gen.ts'
import { invalidField } from '../../http/app-error.ts'
import { type Cursor, decodeCursor, pageOf } from '../../http/page.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import {
  knownOf,
  type ReaderValues,
  readerValues,
  toViewer,
  viewerParts,
  type ViewerRow,
} from '../../identity/sessions/viewer-row.ts'
import { estimateText, findText, gather, type WantedText } from './find-text.ts'
import { type DetailsRow, type NftDetails, selectDetails, toDetails } from './queries.ts'

type Selection = SelectQueryBuilder<DB, 'nfts', object>

const ABOVE_ALL_PRICES = Number.MAX_SAFE_INTEGER
const BELOW_ALL_PRICES = -1

/** The parts of a query that its SQL text depends on. */
type Shape = Pick<NftListQuery, 'approved' | 'listed' | 'custody' | 'chain' | 'sort' | 'limit'> & {
  text?: WantedText | undefined
}
type Values = Omit<NftListQuery, keyof Shape | 'search' | 'cursor'> &
  ReaderValues & { cursorKey?: string; cursorId?: string }
type Page = { viewer: ViewerRow | null; total: number; nfts: (DetailsRow & { sort_key: string })[] }
const pages = createStatements<Values, Page>()

/** One page of the catalogue: filters, keyset sort, details and the reader, in one statement. */
export async function listNfts(
  db: Db,
  query: NftListQuery,
  reader: Reader,
): Promise<{ details: NftDetails[]; nextCursor: string | null; total: number; viewer: Viewer | null }> {
  const { approved, listed, custody, chain, sort, limit, search, cursor: place, ...filters } = query
  const { name, pattern } = sortOf(query)
  const cursor = decodeCursor(place, name)
  if (cursor && !pattern.test(cursor.key)) throw invalidField('cursor', 'Invalid cursor')
  const shape = {
    approved,
    listed,
    custody,
    chain,
    sort,
    limit,
    text: search ? await estimateText(db, search, filter(db, query)) : undefined,
  }
  const values = { ...filters, ...readerValues(reader), ...(cursor && { cursorKey: cursor.key, cursorId: cursor.id }) }
  const build = (given: Values) => buildPage(db, shape, given)
  // A text is planned for as it is.
  const [page] = search
    ? (await db.executeQuery<Page>(build(values))).rows
    : await pages(db, { shape: `${approved} ${listed} ${custody} ${chain} ${sort} ${limit}`, values, build })
  const { nfts, total, viewer: viewerRow } = page as Page
  const viewer = toViewer(viewerRow)
  const known = knownOf(reader, viewer)
  const { rows, nextCursor } = pageOf(nfts, limit, (row) => ({ key: row.sort_key, id: row.id, sort: name }))
  return {
    details: toDetails(rows, known),
    nextCursor,
    total,
    viewer,
  }
}

function buildPage(db: Db, shape: Shape, values: Values): CompiledQuery {
  const { tables: viewers, row: viewer, id: viewerId } = viewerParts(values)
  const query = { ...shape, ...values }
  const selection = filter(db, query, viewerId)
  const sort = sortOf(query)
  const { cursorKey: key, cursorId: id } = values
  const limit = shape.limit + 1
  const paged = (rows: Selection) =>
    sort
      .apply(rows, key === undefined || id === undefined ? undefined : { key, id })
      .select(['nfts.id', sort.key.as('sort_key'), sort.column.as('sorted_by')])
  const ordered = sort.apply(selection, undefined)
  const { page, total, tables } = shape.text
    ? findText(db, shape.text, { all: selection, ordered, paged, columns: ['id', 'sort_key', 'sorted_by'], limit })
    : values.sold_by || values.withdrawn_by
      ? gather(db, { all: selection, paged, limit })
      : { page: paged(selection).limit(sql.lit(limit)), total: countOf(selection), tables: undefined }
  const nfts = selectDetails(db, viewerId)
    .innerJoin(sql<PageRow>`page`.as('page'), 'page.id', 'nfts.id')
    .select(['page.sort_key', 'page.sorted_by'])
  return sql`with ${viewers} ${tables ? sql`${tables},` : sql``} page as materialized (${page})
    select ${viewer} as viewer, ${total} as total,
      (select coalesce(json_agg(shown order by shown.sorted_by ${sort.direction}, shown.id ${sort.direction}), '[]') from (${nfts}) as shown) as nfts`.compile(
    db,
  )
}
type PageRow = { id: string; sort_key: string; sorted_by: unknown }

/** Conditions that an index is made for are written as literals, so that the planner sees the index fits. */
function filter(db: Db, query: Shape & Values, viewerId?: RawBuilder<string>): Selection {
  let selection = from(db, query.owned_by, viewerId).where(sql<boolean>`nfts.taken_down_at is null`)
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
  // A plan for any chain would read on in the sort, which for one with few works is all of it.
  if (query.chain) selection = selection.where('nfts.chain', '=', sql.lit(query.chain))
  if (query.created_by) selection = selection.where('nfts.created_by', '=', query.created_by)
  if (query.sold_by) selection = selection.where(isSoldBy(query.sold_by))
  if (query.withdrawn_by) selection = selection.where(isWithdrawnBy(query.withdrawn_by))
  if (query.custody) selection = selection.where('nfts.custody', '=', sql.lit(query.custody))
  if (query.min_price !== undefined || query.max_price !== undefined) selection = selection.where(isPriced(query))
  return selection
}

/** Gallery: no open listing of any kind; closed ones do not count. */
const whereUnlisted = (selection: Selection): Selection =>
  selection.where(sql<boolean>`nfts.active_price_cents is null and not exists (
    select from listings where listings.nft_id = nfts.id and listings.status in ('PENDING_LISTINGS', 'PENDING_APPROVAL', 'PAID'))`)

/** As an array they are looked up by id; as a table, PostgreSQL may read all NFTs. */
const isSoldBy = (userId: string) =>
  sql<boolean>`nfts.id = any(array(select nft_id from listings where seller_id = ${userId} and status = 'SOLD'))`

/** The last to send it outside: it may have come back, and have been withdrawn by another owner. Looked up like those that were sold. */
const isWithdrawnBy = (userId: string) => sql<boolean>`nfts.custody = 'OUTSIDE' and nfts.id = any(array(
  select sent.nft_id from chain_intents sent
  where sent.user_id = ${userId} and sent.kind = 'WITHDRAW' and sent.status = 'CONFIRMED' and not exists (
    select from chain_intents later
    where later.nft_id = sent.nft_id and later.kind = 'WITHDRAW' and later.status = 'CONFIRMED' and later.id > sent.id)))`

/**
 * All NFTs, or a member's. On one's own profile an NFT that is paid for and on its way shows too (docs/rules.md R33): a table of its own
 * beside those that are owned, so that each is read in the order of its index.
 */
function from(db: Db, ownerId: string | undefined, viewerId: RawBuilder<string> | undefined): Selection {
  if (ownerId === undefined) return db.selectFrom('nfts')
  const owned = db.selectFrom('nfts').selectAll().where('owned_by', '=', ownerId)
  if (!viewerId) return db.selectFrom(owned.as('nfts'))
  const coming = db
    .selectFrom('nfts')
    .selectAll()
    .where(sql<boolean>`${viewerId} = ${ownerId}::uuid and owned_by is distinct from ${ownerId}
      and id = any(array(select nft_id from listings where buyer_id = ${ownerId} and status = 'PAID'))`)
  return db.selectFrom(owned.unionAll(coming).as('nfts'))
}

/** `name` binds a cursor to the sort it was made for. */
type Sort = {
  name: string
  key: RawBuilder<string>
  /** The form of a cursor's key. */
  pattern: RegExp
  column: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  apply(selection: Selection, cursor: Cursor | undefined): Selection
}

function sortOf(query: Pick<NftListQuery, 'sort' | 'listed'>): Sort {
  const isDescending = query.sort.startsWith('-')
  if (query.sort.endsWith('updated_at')) return byTime(isDescending)
  const column = priceOf(query)
  return keyset(column, {
    by: 'price',
    isDescending,
    key: sql`${column}::text`,
    pattern: /^-?\d{1,16}$/,
    parse: (key) => sql`${key}::bigint`,
  })
}

/** The price asked, in the Gallery the last sale's (docs/rules.md R25); what has none comes last. In the words of the indexes. */
function priceOf({ sort, listed }: Pick<NftListQuery, 'sort' | 'listed'>): RawBuilder<unknown> {
  const missing = sql.lit(sort === 'price' ? ABOVE_ALL_PRICES : BELOW_ALL_PRICES)
  if (listed) return sql`nfts.active_price_cents`
  if (listed === false) return sql`coalesce(nfts.last_sale_cents, ${missing})`
  return sql`coalesce(nfts.active_price_cents, nfts.last_sale_cents, ${missing})`
}

const isPriced = (query: Shape & Values) =>
  sql<boolean>`${priceOf(query)} between ${query.min_price ?? 0} and ${query.max_price ?? ABOVE_ALL_PRICES - 1}`

const byTime = (isDescending: boolean): Sort =>
  keyset(sql`nfts.updated_at`, {
    by: 'time',
    isDescending,
    key: timeKey(sql`nfts.updated_at`),
    pattern: TIME_KEY,
    parse: timeOfKey,
  })

function keyset(
  column: RawBuilder<unknown>,
  options: Pick<Sort, 'key' | 'pattern'> & {
    by: string
    isDescending: boolean
    parse(key: string): RawBuilder<unknown>
  },
): Sort {
  const direction = options.isDescending ? 'desc' : 'asc'
  const after = options.isDescending ? sql`<` : sql`>`
  return {
    name: `${options.by} ${direction}`,
    key: options.key,
    pattern: options.pattern,
    column,
    direction: sql.raw(direction),
    apply: (selection, cursor) => {
      const start = cursor
        ? selection.where(
            sql<boolean>`(${column}, nfts.id) ${after} (${options.parse(cursor.key)}, ${cursor.id}::uuid)`,
          )
        : selection
      return start.orderBy(column, direction).orderBy('nfts.id', direction)
    },
  }
}
