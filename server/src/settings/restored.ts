import type { Chain } from '@verso/protocol/chains'
import { z } from 'zod'
import type { Db, Tx } from '../db/client.ts'

/** The row of `settings` that stands from a restore until everything of after the backup has been looked for. */
export const RESTORED = 'restored'

export const restoredSchema = z.object({
  backupId: z.string(),
  /** All that was committed before is in the books. */
  madeAt: z.coerce.date(),
  restoredAt: z.coerce.date(),
  /** The notice that stops buying meanwhile, and the one that had stopped it before. */
  notice: z.string(),
  buyingStoppedBefore: z.string().nullable(),
  /** Up to which blocks the indexers have to read first; set when they are asked. */
  heads: z.record(z.string(), z.number()).nullable(),
  /** When what the provider and the chains know was looked for. */
  comparedAt: z.coerce.date().nullable(),
  /** When an operator said that all payouts of after the backup are entered. */
  payoutsEnteredAt: z.coerce.date().nullable(),
})
export type Restored = z.output<typeof restoredSchema>

/** @returns undefined where nothing was restored, or all of it is done */
export async function findRestored(db: Db | Tx): Promise<Restored | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', RESTORED).executeTakeFirst()
  return row && restoredSchema.parse(row.value)
}

/** Whether what the provider and the chains have done since the backup is still looked for. */
export const isCatchingUp = async (db: Db): Promise<boolean> => (await findRestored(db))?.comparedAt === null

/** Whether the chain may hold what the backup does not know: it was not read yet up to where it stood after the restore. */
export async function hasUnreadBlocks(tx: Tx, chain: string): Promise<boolean> {
  const restored = await findRestored(tx)
  if (!restored || restored.comparedAt) return false
  const head = restored.heads?.[chain]
  const row = tx
    .selectFrom('chains')
    .select('indexed_block')
    .where('chain', '=', chain as Chain)
  return head === undefined || (await row.executeTakeFirstOrThrow()).indexed_block < head
}

/** Takes a step of it, under the row's lock; the row goes with the last one. */
export async function changeRestored(
  tx: Tx,
  change: Partial<Restored>,
  updated_at: Date,
): Promise<Restored | undefined> {
  const row = await tx.selectFrom('settings').select('value').where('key', '=', RESTORED).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const next = { ...restoredSchema.parse(row.value), ...change }
  if (next.comparedAt && next.payoutsEnteredAt) await tx.deleteFrom('settings').where('key', '=', RESTORED).execute()
  else {
    const value = JSON.stringify(next)
    await tx.updateTable('settings').set({ value, updated_at }).where('key', '=', RESTORED).execute()
  }
  return next
}
