import { createHmac, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'

const REMEMBERED_MS = 5_000
const REMEMBERED_MAX = 10_000
const DAY_MS = 86_400_000

/** Tells which stored bytes were taken down with their work: those are given to nobody without a pass. */
export function createWithheldFiles(ctx: Context): (key: string) => Promise<boolean> {
  const remembered = new Map<string, { isWithheld: boolean; until: number }>()
  return async (key) => {
    const now = ctx.clock.now().getTime()
    const known = remembered.get(key)
    if (known && known.until > now) return known.isWithheld
    const isWithheld = await areWithheld(ctx.db, key)
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(key, { isWithheld, until: now + REMEMBERED_MS })
    return isWithheld
  }
}

/**
 * The same bytes may be several files, and a copy of several. Once a work with them was taken down only an approved work
 * shows them again: whoever mints them anew does not bring them back. Bytes of no work at all, as avatars are, stay.
 */
export async function areWithheld(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql<{ is_withheld: boolean }>`
    with same as materialized (
      select id from files where sha256 = ${key.slice(0, 64)} and storage_key = ${key}
      union select file_id from file_variants where storage_key = ${key}
    )
    select exists (select from same cross join lateral (${worksOf(sql`same.id`, sql`taken_down_at is not null`)}) works)
      and not exists (select from same cross join lateral (${worksOf(sql`same.id`, IS_SHOWN)}) works) as is_withheld`.execute(
    db,
  )
  return rows[0]?.is_withheld ?? false
}

/** Whether one of these files has bytes that a work had which was taken down. */
export const hasBytesTakenDown = (sha256s: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from files same cross join lateral (${worksOf(sql`same.id`, sql`taken_down_at is not null`)}) works
  where same.sha256 in (${sha256s}))`

const IS_SHOWN = sql`taken_down_at is null and approval = 'APPROVED'`

/** One work of a file, each way it can be used by its index: a limit keeps the planner from reading them all. */
const worksOf = (fileId: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  (select 1 from nfts where file_id = ${fileId} and ${condition} limit 1)
  union all (select 1 from nfts where thumbnail_file_id = ${fileId} and ${condition} limit 1)`

/** The media origin knows no sign-in, so who may still see withheld bytes gets an address that is good for a day or two. */
export function withPass(ctx: Context, url: string): string {
  const key = url.slice(url.lastIndexOf('/') + 1)
  return `${url}?pass=${signPass(ctx.config.secretKeys[0] as string, key, today(ctx))}`
}

export function isPass(ctx: Context, key: string, pass: string): boolean {
  const given = Buffer.from(pass)
  const days = [today(ctx), today(ctx) - 1]
  return ctx.config.secretKeys.some((secret) =>
    days.some((day) => {
      const expected = Buffer.from(signPass(secret, key, day))
      return expected.length === given.length && timingSafeEqual(expected, given)
    }),
  )
}

const today = (ctx: Context) => Math.floor(ctx.clock.now().getTime() / DAY_MS)
const signPass = (secret: string, key: string, day: number) =>
  createHmac('sha256', secret).update(`withheld file ${key} ${day}`).digest('base64url')
