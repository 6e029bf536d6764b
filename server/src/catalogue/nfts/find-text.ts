import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countOf } from '../../db/count-rows.ts'
import { escapeLike } from '../../db/like-pattern.ts'
import type { DB } from '../../db/types.gen.ts'
import { selectIdsNamedLike } from '../../identity/members/named-like.ts'

type Selection = SelectQueryBuilder<DB, 'nfts', object>

/** A text to look for, how many NFTs have it by the planner's estimate, and how many there are. */
export type WantedText = { text: string; matches: number; nfts: number }

/** Texts that the trigram index finds in any locale; all others are looked for by their letters and pairs of letters. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i
/** A name that more members have is too common to tell them by. */
const MAX_CREATORS = 100
/** With so many works a name is as common as a text that is. */
const MAX_NAMED = 10_000
/** So many times more rows than the estimate says are read in the order of the sort, before an index of texts is asked. */
const PATIENCE = 4
/** An index of texts counts so many rows in the time in which it gives one. */
const COUNTED_IN_PASSING = 16
const COMMON_LETTERS = 0.1

/** How many the creators of that name made is counted; for the text PostgreSQL plans a statement, and tells how many rows it expects. */
export async function estimateText(db: Db, text: string): Promise<WantedText> {
  const [expected, named] = await Promise.all([planText(db, text), countByCreators(db, text)])
  return { text, matches: Math.max(1, expected.matches + named), nfts: expected.nfts }
}

async function countByCreators(db: Db, text: string): Promise<number> {
  const { rows } = await sql<{ nfts: number }>`with ${creatorsNamed(text)}
    select count(*) as nfts from (select from nfts where ${IS_BY_CREATOR} limit ${sql.lit(MAX_NAMED)}) as made`.execute(
    db,
  )
  return rows[0]?.nfts ?? 0
}

async function planText(db: Db, text: string): Promise<{ matches: number; nfts: number }> {
  type Node = { 'Subplan Name'?: string; 'Plan Rows': number; Plans?: Node[] }
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`explain (format json)
    with matches as materialized (select from nfts where ${hasText(text)}), everything as materialized (select from nfts)
    select from matches, everything`.execute(db)
  const parts = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []
  const rowsOf = (name: string) => parts.find((part) => part['Subplan Name'] === `CTE ${name}`)?.['Plan Rows'] ?? 0
  return { matches: rowsOf('matches'), nfts: rowsOf('everything') }
}

const patternOf = (text: string) => `%${escapeLike(text)}%`
/** In the words of the index `nfts_search`. */
const hasText = (text: string) => sql<boolean>`(nfts.name || ' ' || nfts.description) ilike ${patternOf(text)}`
/** In the words of the index `nfts_letter_pairs`. */
const hasLetterPairs = (text: string) =>
  sql<boolean>`letter_pairs(nfts.name || ' ' || nfts.description) @> letter_pairs(${text})`

const creatorsNamed = (text: string) => sql`creators as materialized (${selectIdsNamedLike(text, MAX_CREATORS)})`
const IS_BY_CREATOR = sql<boolean>`nfts.created_by = any(array(select id from creators))`
/** A match across the border of the two fields is none. */
const isFound = (text: string) =>
  sql<boolean>`(nfts.name ilike ${patternOf(text)} or nfts.description ilike ${patternOf(text)} or ${IS_BY_CREATOR})`
/**
 * The first condition is the indexes' own, so that it need not be asked again of each row. By the `case` the planner does not take
 * the second for another one that leaves few of the rows.
 */
const isFoundByIndex = (text: string) =>
  sql<boolean>`(${HAS_TRIGRAM.test(text) ? hasText(text) : hasLetterPairs(text)} or ${IS_BY_CREATOR})
    and case when ${isFound(text)} then true else false end`

type Reading = {
  /** All that the other filters let through. */
  all: Selection
  /** The same in the order of an index. */
  ordered: Selection
  /** Of such rows those from the cursor on, in the order of the sort, with what is read of each. */
  paged(rows: Selection): Selection
  columns: readonly string[]
  limit: number
}
/** `tables` are those that page and total are read from, for a `with`. */
type Found = { tables: RawBuilder<unknown>; page: RawBuilder<unknown>; total: RawBuilder<number> }

/** The columns that the sorts and their cursors need: one that is missing here fails the lists that are gathered. */
const SORTED_BY = ['nfts.id', 'nfts.updated_at', 'nfts.active_price_cents', 'nfts.last_sale_cents'] as const

/**
 * The NFTs that have the text, and those that a creator of that name made. A common text is found by reading on in the order of the
 * sort; a rare one, and one that is not where the estimate has it, comes from an index of texts (docs/decisions/0261).
 */
export function findText(db: Db, wanted: WantedText, { all, ordered, paged, columns, limit }: Reading): Found {
  const creators = creatorsNamed(wanted.text)
  // From an index of texts every match is read, and the first are sorted out.
  if (wanted.matches <= walkedRows(wanted, limit)) {
    const { tables, ...found } = gather(db, { all: all.where(isFoundByIndex(wanted.text)), paged, limit })
    return { tables: sql`${creators}, ${tables}`, ...found }
  }
  const following = paged(all)
  const page = readOn(wanted, { walked: following, others: following, columns, limit })
  return { tables: creators, page, total: countText(wanted, { all, ordered }) }
}

/** For rows that no index gives in the order of the sort: all are read once, and page and total are taken from them. */
export function gather(db: Db, { all, paged, limit }: Pick<Reading, 'all' | 'paged' | 'limit'>): Found {
  const found = db.selectFrom(sql`found`.as('nfts')) as unknown as Selection
  return {
    tables: sql`found as materialized (${all.select(SORTED_BY)})`,
    page: sql`${paged(found).limit(sql.lit(limit))}`,
    total: countOf(found),
  }
}

/** How many rows are read in the order of the sort until so many have the text, where it is spread evenly. */
const walkedRows = ({ matches, nfts }: WantedText, limit: number) => (limit * nfts) / matches

/** Counted as far as `countOf` does. */
function countText(wanted: WantedText, { all, ordered }: Pick<Reading, 'all' | 'ordered'>): RawBuilder<number> {
  const limit = LIST_TOTAL_MAX + 1
  const indexedRows = wanted.matches / COUNTED_IN_PASSING + Math.min(wanted.matches, limit)
  // Letters that many have are no longer told by their index, and to take those of each row again is dear.
  const areCommonLetters = !HAS_TRIGRAM.test(wanted.text) && wanted.matches > wanted.nfts * COMMON_LETTERS
  if (walkedRows(wanted, limit) > indexedRows && !areCommonLetters)
    return countOf(all.where(isFoundByIndex(wanted.text)))
  const [walked, others] = [ordered.select('nfts.id'), all.select('nfts.id')]
  return countOf(readOn(wanted, { walked, others, columns: ['id'], limit }))
}

type ReadingOn = { walked: Selection; others: Selection; columns: readonly string[]; limit: number }

function readOn(wanted: WantedText, { walked, others, ...reading }: ReadingOn): RawBuilder<unknown> {
  const columns = sql.join(reading.columns.map((column) => sql.ref(column)))
  const limit = sql.lit(reading.limit)
  const depth = sql.lit(Math.ceil(PATIENCE * walkedRows(wanted, reading.limit)))
  const first = walked.select(['nfts.name', 'nfts.description', 'nfts.created_by']).limit(depth)
  const isMissing = sql<boolean>`(select count(*) from seen) < ${limit}`
  return sql`
    with seen as materialized (select ${columns} from (${first}) as nfts where ${isFound(wanted.text)} limit ${limit})
    select ${columns} from seen where not (${isMissing})
    union all
    select ${columns} from (${others.where(isMissing).where(isFoundByIndex(wanted.text)).limit(limit)}) as others`
}
