import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../db/like-pattern.ts'

/** The public name (docs/rules.md R36) as the indexes have it. */
export const LOWER_PUBLIC_NAME = sql<string>`lower(coalesce(users.display_name, users.first_name))`
/** The members who are found by name, written as the indexes say it. */
export const IS_FOUND_BY_NAME = sql<boolean>`users.status = 'ACTIVE' and users.email_verified_at is not null`

/** Below this, an index by trigrams has nothing to look for: then the beginning has to match. */
export const TRIGRAM_LENGTH = 3

/** Members whose public name has this text in it, at most `limit` of them. */
export function selectIdsNamedLike(text: string, limit: number): RawBuilder<{ id: string }> {
  const pattern = (text.length < TRIGRAM_LENGTH ? '' : '%') + escapeLike(text) + '%'
  return sql`select users.id from users where ${IS_FOUND_BY_NAME} and ${LOWER_PUBLIC_NAME} like lower(${pattern}) limit ${sql.lit(limit)}`
}
