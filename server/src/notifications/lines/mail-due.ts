import { type RawBuilder, sql } from 'kysely'

const DIGEST_HOUR = 8

/** The next eight in the morning after `at` in a time zone, both as SQL. */
export function nextDigest(at: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<Date> {
  const local = sql`(${at} at time zone ${zone})`
  const hour = sql`make_interval(hours => ${DIGEST_HOUR})`
  return sql`(date_trunc('day', ${local} - ${hour}) + ${hour} + interval '1 day') at time zone ${zone}`
}
