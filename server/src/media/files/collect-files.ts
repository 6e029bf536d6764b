import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context, Sweep } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/client.ts'
import { LOCK_KEYS } from '../../db/direct/lock-keys.ts'

/** Longer than it takes from storing bytes to recording whose they are. */
const REMOVED_AFTER_MS = 3_600_000
const BATCH = 100

/**
 * Deletes a member's files that no NFT uses; the profile must no longer refer to its pictures. Their bytes follow,
 * unless another file has them too.
 */
export async function removeUnusedFiles(ctx: Context, tx: Tx, ownerId: string): Promise<void> {
  const { rows: unused } = await sql<{ id: string; storage_key: string }>`
    select id, storage_key from files
    where owner_id = ${ownerId}
      and not exists (select from nfts where nfts.file_id = files.id)
      and not exists (select from nfts where nfts.thumbnail_file_id = files.id)
    for update`.execute(tx)
  if (unused.length > 0) await removeFiles(ctx, tx, unused)
}

/** Deletes unreferenced files; the caller holds their row locks. */
export async function removeFiles(
  ctx: Context,
  tx: Tx,
  unused: readonly { id: string; storage_key: string }[],
): Promise<void> {
  const ids = unused.map((file) => file.id)
  const variants = await tx.selectFrom('file_variants').select('storage_key').where('file_id', 'in', ids).execute()
  await tx.deleteFrom('files').where('id', 'in', ids).execute()
  await removeLater(ctx, tx, new Set([...unused, ...variants].map((row) => row.storage_key)))
}

/**
 * Called before an upload checks the store for these bytes and writes them: they are not deleted for an hour. After that they
 * are checked again, because the upload may have failed: a crash, a refusal, an account deleted meanwhile.
 */
export const deferDeletion = (ctx: Context, key: string): Promise<void> => removeLater(ctx, ctx.db, [key])

async function removeLater(ctx: Context, db: Db, keys: Iterable<string>): Promise<void> {
  const due_at = after(ctx.clock.now(), REMOVED_AFTER_MS)
  await db
    .insertInto('removed_bytes')
    .values([...keys].map((storage_key) => ({ storage_key, due_at })))
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ due_at }))
    .execute()
}

/** Deletes what is due and unused, batch by batch until nothing is due; nothing while a backup is made. */
export const collectFilesSweep: Sweep = {
  name: 'remove-bytes',
  everyMs: 600_000,
  run: async (ctx) => {
    for (;;) {
      const due = await ctx.db
        .selectFrom('removed_bytes')
        .select('storage_key')
        .where('due_at', '<=', ctx.clock.now())
        .orderBy('due_at')
        .limit(BATCH)
        .execute()
      let done = 0
      for (const { storage_key } of due) {
        if (await tryToRemove(ctx, storage_key)) done++
        ctx.failpoints.reach('remove-bytes.after-row')
      }
      // When none could be deleted a backup is made, or the store is away: the next run finds the others.
      if (due.length < BATCH || done === 0) return
    }
  },
}

/** An object that cannot be deleted waits for another hour, so that it does not block the rest. */
async function tryToRemove(ctx: Context, key: string): Promise<boolean> {
  try {
    return await removeBytes(ctx, key)
  } catch (error) {
    ctx.log.error({ storage_key: key, error: (error as Error).message }, 'a file could not be deleted')
    await deferDeletion(ctx, key)
    return false
  }
}

/**
 * An upload of the same bytes waits for the row's lock. Deleting them twice, after a crash, does no harm.
 * @returns false while a backup reads the files
 */
function removeBytes(ctx: Context, key: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    if (!(await mayDeleteBytes(tx))) return false
    const row = await tx
      .deleteFrom('removed_bytes')
      .where('storage_key', '=', key)
      .where('due_at', '<=', ctx.clock.now())
      .returning('storage_key')
      .executeTakeFirst()
    if (row && !(await isInUse(tx, key))) await ctx.storage.delete(key)
    ctx.failpoints.reach('remove-bytes.before-commit')
    return true
  })
}

async function mayDeleteBytes(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean
  }>`select pg_try_advisory_xact_lock_shared(${LOCK_KEYS.bytes}) as may`.execute(tx)
  return rows[0]?.may === true
}

async function isInUse(tx: Tx, key: string): Promise<boolean> {
  const file = await tx
    .selectFrom('files')
    .select('id')
    // A key begins with the hash, which is indexed.
    .where('sha256', '=', key.slice(0, 64))
    .where('storage_key', '=', key)
    .executeTakeFirst()
  if (file) return true
  const variants = tx.selectFrom('file_variants').select('file_id').where('storage_key', '=', key)
  return (await variants.executeTakeFirst()) !== undefined
}
