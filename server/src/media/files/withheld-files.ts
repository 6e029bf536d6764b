import { createHmac, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'

const SIGNED_MS = 15 * 60_000

/**
 * Whether these stored bytes are served only with a signed URL. Asked again at every request: what was decided and committed
 * holds from then on, in every process. Nearly all bytes are in no decision, which a few index look-ups tell.
 */
export async function areWithheld(db: Db, key: string): Promise<boolean> {
  const hash = key.slice(0, 64)
  const { rows } = await sql<{ is_blocked: boolean }>`
    with same as materialized (${filesOf(key)})
    select exists (select from blocked_bytes where sha256 = ${hash}) as is_blocked
    where exists (select from blocked_bytes where sha256 = ${hash}) or exists (
      select from same where exists (select from blocked_bytes where sha256 = same.sha256)
        or exists (select from nfts where file_id = same.id and taken_down_at is not null)
        or exists (select from nfts where thumbnail_file_id = same.id and taken_down_at is not null)
    )`.execute(db)
  const [decided] = rows
  return decided !== undefined && (decided.is_blocked || isWithheldInEveryFile(db, key))
}

/**
 * The same bytes may be several files, and a copy of several: they are given out while one of those files is not withheld.
 * Bytes of no file are not withheld either, unless they are blocked: an upload that was refused leaves its bytes for an hour.
 */
async function isWithheldInEveryFile(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql<{ is_withheld: boolean }>`
    with same as materialized (${filesOf(key)})
    select bool_and(is_file_withheld(id, array(select id from same))) as is_withheld from same`.execute(db)
  return rows[0]?.is_withheld ?? false
}

/** The files that have these bytes, as themselves or as a copy. */
const filesOf = (key: string): RawBuilder<unknown> => sql`
  select id, owner_id, sha256, created_at from files where sha256 = ${key.slice(0, 64)} and storage_key = ${key}
  union select files.id, owner_id, sha256, files.created_at
  from file_variants join files on files.id = file_id where file_variants.storage_key = ${key}`

/** Whether an admin has blocked the bytes of this file, or of the one that this is a copy of. */
export async function areBlocked(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from blocked_bytes where sha256 = ${key.slice(0, 64)}
    union all
    select from blocked_bytes
    join files using (sha256) join file_variants on file_id = files.id
    where file_variants.storage_key = ${key}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether the file of this alias is withheld, apart from other files with the same bytes: the rule is in the migration 0054_withheld_files. */
export const isFileWithheld = (file: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`is_file_withheld(${file}.id)`

/** The same for a file of the row `nfts`; an approved NFT needs no further check. */
export const isWithheldFromNft = (file: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`case
  when nfts.taken_down_at is not null then true when nfts.approval = 'APPROVED' then false else ${isFileWithheld(file)} end`

/** The key in the URL of a withheld file; it answers as the withheld bytes do. */
export const WITHHELD_KEY = 'withheld'

/** The address as this viewer gets it. */
export function urlUnlessWithheld(
  ctx: Context,
  url: string,
  { isWithheld, getsSignedUrl }: { isWithheld: boolean; getsSignedUrl: boolean },
): string {
  if (!isWithheld) return url
  return getsSignedUrl ? signedUrl(ctx, url) : `${url.slice(0, url.lastIndexOf('/'))}/${WITHHELD_KEY}`
}

/** The media origin has no sign-in, so a viewer who may see withheld bytes gets a signed URL, valid for 15 to 30 minutes. */
function signedUrl(ctx: Context, url: string): string {
  const key = url.slice(url.lastIndexOf('/') + 1)
  return `${url}?pass=${signatureOf(ctx.config.secretKeys[0] as string, key, periodOf(ctx))}`
}

export function isUrlSignature(ctx: Context, key: string, pass: string): boolean {
  const given = Buffer.from(pass)
  const periods = [periodOf(ctx), periodOf(ctx) - 1]
  return ctx.config.secretKeys.some((secret) =>
    periods.some((period) => {
      const expected = Buffer.from(signatureOf(secret, key, period))
      return expected.length === given.length && timingSafeEqual(expected, given)
    }),
  )
}

const periodOf = (ctx: Context) => Math.floor(ctx.clock.now().getTime() / SIGNED_MS)
const signatureOf = (secret: string, key: string, period: number) =>
  createHmac('sha256', secret).update(`withheld file ${key} ${period}`).digest('base64url')
