import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../db/like-pattern.ts'
import { TRIGRAM_LENGTH } from '../../identity/members/named-like.ts'

/** How much of each way to match is ranked: a word that every name has costs no more than a rare one. */
const CANDIDATES = 500
/** Of a longer text every sequence of three letters would be looked up in the index: it is found as it is written, or not at all. */
const LIKENESS_MAX_LENGTH = 64
/** Rows with a name; `name` is in lower case, and both are written as the indexes say it. */
export type Named = { from: RawBuilder<unknown>; name: RawBuilder<unknown>; isShown: RawBuilder<unknown> }

/**
 * An array of the ids of the rows whose name is the text, begins with it, has it in it, or has something like it: in this order, at most `limit`.
 * Each way to match is looked for where those before it have found too few.
 * A text of one or two characters finds beginnings alone.
 */
export function rankNames(
  { from, name, isShown }: Named,
  { text, limit }: { text: string; limit: number },
): RawBuilder<string[]> {
  const wanted = sql`lower(${text}::text)`
  const beginning = sql`lower(${`${escapeLike(text)}%`}::text)`
  const part = sql`lower(${`%${escapeLike(text)}%`}::text)`
  const isLong = text.length >= TRIGRAM_LENGTH
  const mayBeAlike = isLong && text.length <= LIKENESS_MAX_LENGTH
  // Planned as if all rows were read, so by their index; read only as far as they are asked for.
  const candidates = (isAsked: boolean, condition: RawBuilder<unknown>) =>
    sql`select id, ${name} as name from ${from} where ${isShown} and ${sql.lit(isAsked)} and ${condition}`
  return sql`array(
    with beginning as materialized (
      select id, ${name} as name from ${from} where ${isShown} and ${name} like ${beginning}
      order by ${name} using ~<~ limit ${CANDIDATES}
    ), having_part as materialized (${candidates(isLong, sql`${name} like ${part} and (select count(*) from beginning) < ${limit}`)}
    ), written as materialized (
      table beginning
      union (select * from having_part limit ${CANDIDATES})
    ), alike as materialized (
      ${candidates(mayBeAlike, sql`${wanted} <% ${name} and (select count(*) from written) < ${limit}`)}
    ), found as (
      table written
      union (select * from alike limit ${CANDIDATES})
    )
    select id from found
    order by
      case when name = ${wanted} then 0 when name like ${beginning} then 1 when name like ${part} then 2 else 3 end,
      word_similarity(${wanted}, name) desc, similarity(${wanted}, name) desc, id desc
    limit ${limit})`
}
