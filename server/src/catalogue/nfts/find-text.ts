import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countOf } from '../../db/count-rows.ts'
import { escapeLike } from '../../db/like-pattern.ts'
import type { DB } from '../../db/types.gen.ts'
import { selectIdsNamedLike } from '../../identity/members/named-like.ts'

type Selection = SelectQueryBuilder<DB, 'nfts', object>

/**
 * A text to look for, and the pattern that an index of texts is asked for. By the planner's estimate: how many NFTs have it, how many
 * there are, and how many the other filters let through.
 */
export type WantedText = { text: string; indexPattern: string; matches: number; nfts: number; filtered: number }

/** Texts that the trigram index finds in any locale; all others are looked for by their letters and pairs of letters. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i
const LONG_WORD = /^[a-z0-9]{6,}$/i
/** A name that more members have is too common to tell them by. */
const MAX_CREATORS = 100
/** With so many works a name is as common as a text that is. */
const MAX_NAMED = 10_000
/** So many times more rows than the estimate says are read in the order of the sort, before an index of texts is asked. */
const PATIENCE = 4
/** An index of texts counts so many rows in the time in which it gives one. */
const COUNTED_IN_PASSING = 8
/** So many times more rows an index may give by parts of the text than by all of it. */
const GIVEN_BY_PARTS = 1.1
const COMMON_LETTERS = 0.1

/**
 * How many the creators of that name made is counted; for the text PostgreSQL plans a statement, and tells how many rows it expects.
 * `all`: what the other filters let through.
 */
export async function estimateText(db: Db, text: string, all: Selection): Promise<WantedText> {
  const [{ matches, byParts, nfts, filtered }, named] = await Promise.all([
    planText(db, text, all),
    countByCreators(db, text),
  ])
  const indexPattern = byParts <= matches * GIVEN_BY_PARTS ? partsOf(text) : patternOf(text)
  return { text, indexPattern, matches: Math.max(1, matches + named), nfts, filtered }
}

async function countByCreators(db: Db, text: string): Promise<number> {
  const { rows } = await sql<{ nfts: number }>`with ${creatorsNamed(text)}
    select count(*) as nfts from (select from nfts where ${IS_BY_CREATOR} limit ${sql.lit(MAX_NAMED)}) as made`.execute(
    db,
  )
  return rows[0]?.nfts ?? 0
}

type Estimate = Record<'matches' | 'byParts' | 'nfts' | 'filtered', number>

async function planText(db: Db, text: string, all: Selection): Promise<Estimate> {
  type Node = { 'Subplan Name'?: string; 'Plan Rows': number; Plans?: Node[] }
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`explain (format json)
    with matches as materialized (select from nfts where ${hasText(patternOf(text))}),
      by_parts as materialized (select from nfts where ${hasText(partsOf(text))}),
      everything as materialized (select from nfts), filtered as materialized (${all})
    select from matches, by_parts, everything, filtered`.execute(db)
  const parts = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []
  const rowsOf = (name: string) => parts.find((part) => part['Subplan Name'] === `CTE ${name}`)?.['Plan Rows'] ?? 0
  return {
    matches: rowsOf('matches'),
    byParts: rowsOf('by_parts'),
    nfts: rowsOf('everything'),
    filtered: rowsOf('filtered'),
  }
}

const patternOf = (text: string) => `%${escapeLike(text)}%`
/**
 * The same without what is dear to look up: the trigrams at the border of two words, and those within a long one, are those of many
 * texts. More have it than have the text.
 */
const partsOf = (text: string) => `%${text.trim().split(/\s+/).map(endsOf).join('%')}%`
const endsOf = (word: string) => (LONG_WORD.test(word) ? `${word.slice(0, 3)}%${word.slice(-3)}` : escapeLike(word))
/** In the words of the index `nfts_search`. */
const hasText = (pattern: string) => sql<boolean>`(nfts.name || ' ' || nfts.description) ilike ${pattern}`
/** In the words of the index `nfts_letter_pairs`. */
const hasLetterPairs = (text: string) =>
  sql<boolean>`letter_pairs(nfts.name || ' ' || nfts.description) @> letter_pairs(${text})`

const creatorsNamed = (text: string) => sql`creators as materialized (${selectIdsNamedLike(text, MAX_CREATORS)})`
const IS_BY_CREATOR = sql<boolean>`nfts.created_by = any(array(select id from creators))`
/** A match across the border of the two fields is none. Of each row that is read the creator is looked up in a hash. */
const isFound = (text: string) =>
  sql<boolean>`(nfts.name ilike ${patternOf(text)} or nfts.description ilike ${patternOf(text)}
    or nfts.created_by in (select id from creators))`
/** The first condition is the indexes' own. By the `case` the planner does not take the second for another one that leaves few of the rows. */
const isFoundByIndex = ({ text, indexPattern }: WantedText) =>
  sql<boolean>`(${HAS_TRIGRAM.test(text) ? hasText(indexPattern) : hasLetterPairs(text)} or ${IS_BY_CREATOR})
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
  const { matches, filtered } = wanted
  const walked = walkedRows(wanted, limit)
  // Of few rows each is looked at; from an index of texts every match is read, and the first are sorted out.
  const areFew = filtered < matches && filtered <= walked + countedRows(wanted)
  if (areFew || matches <= walked) {
    const found = all.where(areFew ? isFound(wanted.text) : isFoundByIndex(wanted))
    const { tables, ...rest } = gather(db, { all: found, paged, limit })
    return { tables: sql`${creators}, ${tables}`, ...rest }
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

const COUNTED = LIST_TOTAL_MAX + 1

/** How many rows' reading it costs to count them by an index of texts. */
const indexedRows = ({ matches }: WantedText) => matches / COUNTED_IN_PASSING + Math.min(matches, COUNTED)
const countedRows = (wanted: WantedText) => Math.min(walkedRows(wanted, COUNTED), indexedRows(wanted))

/** Counted as far as `countOf` does. */
function countText(wanted: WantedText, { all, ordered }: Pick<Reading, 'all' | 'ordered'>): RawBuilder<number> {
  // Letters that many have are no longer told by their index, and to take those of each row again is dear.
  const areCommonLetters = !HAS_TRIGRAM.test(wanted.text) && wanted.matches > wanted.nfts * COMMON_LETTERS
  if (walkedRows(wanted, COUNTED) > indexedRows(wanted) && !areCommonLetters)
    return countOf(all.where(isFoundByIndex(wanted)))
  const [walked, others] = [ordered.select('nfts.id'), all.select('nfts.id')]
  return countOf(readOn(wanted, { walked, others, columns: ['id'], limit: COUNTED }))
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
    select ${columns} from (${others.where(isMissing).where(isFoundByIndex(wanted)).limit(limit)}) as others`
}
