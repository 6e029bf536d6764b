import { after } from '../../clock.ts'
import { eachRow } from '../../jobs/each-row.ts'
import { makeVariants, MAX_COPY_ATTEMPTS } from './make-variants.ts'
import type { Sweep } from '../../context.ts'

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
