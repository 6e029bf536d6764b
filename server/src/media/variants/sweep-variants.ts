import { after } from '../../clock.ts'
import type { Sweep } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { makeVariantsJob } from './jobs.ts'
import { isUncopied } from './make-variants.ts'

/** Longer than images usually wait for their turn. */
const LOST_AFTER_MS = 10 * 60_000
const BATCH = 20

/** Wakes up for images whose job was lost, but not for those that ended their server twice. */
export const variantsSweep: Sweep = {
  name: 'make-variants',
  everyMs: 60_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const files = await tx
        .selectFrom('files')
        .select('id')
        .where(isUncopied(ctx))
        .where('created_at', '<=', after(ctx.clock.now(), -LOST_AFTER_MS))
        .orderBy('created_at')
        .limit(BATCH)
        .execute()
      for (const _file of files) await ctx.jobs.enqueue(tx, makeVariantsJob, {})
    }),
}
