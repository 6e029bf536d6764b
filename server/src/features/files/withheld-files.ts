import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'

const REMEMBERED_MS = 5_000
const REMEMBERED_MAX = 10_000
const DAY_MS = 86_400_000

/** Tells which stored bytes belong only to works that were taken down: those are given to nobody without a pass. */
export function createWithheldFiles(ctx: Context): (key: string) => Promise<boolean> {
  const remembered = new Map<string, { isWithheld: boolean; until: number }>()
  return async (key) => {
    const now = ctx.clock.now().getTime()
    const known = remembered.get(key)
    if (known && known.until > now) return known.isWithheld
    const isWithheld = await belongsToNoShownWork(ctx, key)
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(key, { isWithheld, until: now + REMEMBERED_MS })
    return isWithheld
  }
}

/** The same bytes may be several files, and a copy of several. Bytes of no work at all, as avatars are, stay. */
async function belongsToNoShownWork(ctx: Context, key: string): Promise<boolean> {
  const { rows } = await sql<{ is_withheld: boolean | null }>`
    with same as (
      select id from files where sha256 = ${key.slice(0, 64)} and storage_key = ${key}
      union select file_id from file_variants where storage_key = ${key}
    ), works as (
      select taken_down_at from nfts join same on nfts.file_id = same.id
      union all select taken_down_at from nfts join same on nfts.thumbnail_file_id = same.id
    )
    select bool_and(taken_down_at is not null) as is_withheld from works`.execute(ctx.db)
  return rows[0]?.is_withheld ?? false
}

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
