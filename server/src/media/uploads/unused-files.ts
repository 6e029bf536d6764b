import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context, Sweep } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'
import { eachRow } from '../../jobs/each-row.ts'
import { removeFiles } from '../files/collect-files.ts'
import { isUnused } from '../files/queries.ts'

const DAY_MS = 86_400_000
const RETRY_MS = 3_600_000
const BATCH = 100

/**
 * In the transaction that makes use of files, before it does: a file that is being removed at the same moment is either
 * gone, or stays.
 */
export async function markUsed(tx: Tx, fileIds: string[]): Promise<void> {
  // In the order of their ids, as two NFTs may be made of the same files.
  for (const id of [...new Set(fileIds)].toSorted())
    await tx.updateTable('files').set({ unused_since: null }).where('id', '=', id).execute()
}

/** The profile no longer uses them; the sweep checks whether anything else does. */
export async function markUnused(ctx: Context, tx: Tx, fileIds: (string | null)[]): Promise<void> {
  const ids = fileIds.filter((id) => id !== null)
  if (ids.length === 0) return
  await tx.updateTable('files').set({ unused_since: ctx.clock.now() }).where('id', 'in', ids).execute()
}

/**
 * Limits a member's unused uploads, in number and bytes. Parallel uploads of a member are serialised here.
 * @throws AppError too_many_requests
 */
export async function assertQuota(ctx: Context, tx: Tx, upload: { ownerId: string; sizeBytes: number }): Promise<void> {
  const { ownerId, sizeBytes } = upload
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${ownerId}`}, 0))`.execute(tx)
  const { count, bytes } = await readUnused(tx, ownerId)
  assertQuotaOf(ctx, { count: count + 1, bytes: bytes + sizeBytes })
}

type Uploads = { count: number; bytes: number }

/** A member's uploads that nothing uses. */
export async function readUnused(db: Db | Tx, ownerId: string): Promise<Uploads> {
  const { rows } = await sql<Uploads>`
    select count(*)::int as count, coalesce(sum(size_bytes), 0)::float8 as bytes from files
    where owner_id = ${ownerId} and unused_since is not null and ${isUnused}`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** @throws AppError too_many_requests when these are more than a member may have */
export function assertQuotaOf(ctx: Context, { count, bytes }: Uploads): void {
  const { unusedMaxCount, unusedMaxBytes, unusedDays } = ctx.config.uploads
  if (count <= unusedMaxCount && bytes <= unusedMaxBytes) return
  const limits = `${unusedMaxCount} files or ${Math.floor(unusedMaxBytes / 1024 ** 2)} MB`
  const userMessage = `You have too many uploads that no work uses (at most ${limits}). Use them first; what is not used is removed after ${unusedDays} days.`
  throw new AppError('too_many_requests', { userMessage, retryAfterMs: RETRY_MS })
}

/** Removes uploads that were unused for some days, each in a transaction of its own. */
export const unusedFilesSweep: Sweep = {
  name: 'remove-unused-files',
  everyMs: 600_000,
  run: async (ctx) => {
    for (;;) {
      const due = await ctx.db
        .selectFrom('files')
        .select('id')
        .where('unused_since', '<=', after(ctx.clock.now(), -ctx.config.uploads.unusedDays * DAY_MS))
        .orderBy('unused_since')
        .limit(BATCH)
        .execute()
      await eachRow(due, ({ id }) => inTransaction(ctx.db, (tx) => removeUnused(ctx, tx, id)))
      if (due.length < BATCH) return
    }
  },
}

/**
 * Locks the row first and checks in a second statement: a transaction about to use the file waits for the lock, and one
 * that has used it meanwhile is seen.
 */
async function removeUnused(ctx: Context, tx: Tx, id: string): Promise<void> {
  const oldest = after(ctx.clock.now(), -ctx.config.uploads.unusedDays * DAY_MS)
  const locked = await tx
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .where('unused_since', '<=', oldest)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return
  const unused = await tx
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('id', '=', id)
    .where(isUnused)
    .execute()
  if (unused.length > 0) await removeFiles(ctx, tx, unused)
  else await markUsed(tx, [id])
}
