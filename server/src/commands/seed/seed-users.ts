import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { anyOf, FIRST_NAMES, LAST_NAMES, OCCUPATIONS } from './words.ts'

type Range = { run: string; from: number; to: number; now: Date }

/** The address tells the run and the number; without a password none of them can sign in. */
export async function seedUsers(db: Db, { run, from, to, now }: Range): Promise<void> {
  await sql`
    insert into users (id, email, email_verified_at, first_name, last_name, display_name, occupation, created_at, updated_at)
    select ${seededId('user', run)}, 'member-' || n || '@' || ${run}::text || '.seed.test', joined_at, first_name, last_name,
      first_name || ' ' || last_name || ' ' || n, ${anyOf(OCCUPATIONS, sql`chance`)}, joined_at, joined_at
    from (
      select n, random() as chance, ${anyOf(FIRST_NAMES, sql`random()`)} as first_name,
        ${anyOf(LAST_NAMES, sql`random()`)} as last_name,
        ${now}::timestamptz - random() * interval '700 days' as joined_at
      from generate_series(${from}::int, ${to}::int) n
    ) members`.execute(db)
}

/**
 * The id of row `n`: a UUIDv7 that can be worked out again, so that other rows can name it, and whose beginning grows, so
 * that the index is filled in its order.
 */
export const seededId = (kind: string, run: string, n = sql<number>`n`) =>
  sql<string>`(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7' || overlay(substr(md5(${`${kind}:${run}:`}::text || ${n}), 1, 19) placing '8' from 4 for 1))::uuid`
