import { type RawBuilder, sql } from 'kysely'

const UTC_WITH_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

/** A time as PostgreSQL writes it into JSON, as answers have it. */
export const isoOf = (time: string): string =>
  UTC_WITH_MILLISECONDS.test(time) ? `${time.slice(0, 23)}Z` : new Date(time).toISOString()

export const dateOf = <Time extends string | null>(time: Time): Time extends string ? Date : Date | null =>
  (time === null ? null : new Date(time)) as never

/** A row as `row_to_json` gives it. */
export type JsonRow<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | null ? string | null : Row[Key]
}

/** The form of a `timeKey`. */
export const TIME_KEY = /^\d{1,16}$/

/** The sort key of a list by time, as a cursor holds it: whole microseconds since 1970. A `Date` would cut them. */
export const timeKey = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint::text`

export const timeOfKey = (key: unknown): RawBuilder<Date> =>
  sql`('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond')`
