import { z } from 'zod'
import { after } from '../../clock.ts'
import { eachRow } from '../../jobs/each-row.ts'
import { defineTask, type Sweep } from '../../jobs/task.ts'
import { MAX_COPY_ATTEMPTS, makeVariants } from './make-variants.ts'

export const makeVariantsTask = defineTask({
  name: 'make-variants',
  payload: z.object({ fileId: z.uuid() }),
  // Encoding fills the cores by itself.
  concurrency: 1,
  run: (ctx, { fileId }) => makeVariants(ctx, fileId),
})

const LOST_AFTER_MS = 2 * 60_000
const BATCH = 20

/** Finds images whose job was lost, but not those that ended their server twice. */
export const variantsSweep: Sweep = {
  name: 'make-variants',
  everyMs: 60_000,
  run: async (ctx) => {
    const files = await ctx.db
      .selectFrom('files')
      .select('id')
      .where('processed_at', 'is', null)
      .where('copy_attempts', '<', MAX_COPY_ATTEMPTS)
      .where('created_at', '<=', after(ctx.clock.now(), -LOST_AFTER_MS))
      .orderBy('created_at')
      .limit(BATCH)
      .execute()
    await eachRow(files, (file) => makeVariants(ctx, file.id))
  },
}
