import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Sweep } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { makeVariantsJob } from './jobs.ts'
import { isUncopied } from './make-variants.ts'

/** Longer than images usually wait for their turn. */
const LOST_AFTER_MS = 10 * 60_000
const BATCH = 20

/** While jobs wait, each of them takes the image whose turn it is. */
const hasNoJobs = sql<boolean>`not exists (select from pgboss.job where name = ${makeVariantsJob.name} and state < 'active')`

/** Wakes up for images whose job was lost or whose server died with them, but not for those that ended their server twice. */
export const variantsSweep: Sweep = {
  name: 'make-variants',
  everyMs: 5_000,
  run: async (ctx) => {
    const now = ctx.clock.now()
    const files = await ctx.db
      .selectFrom('files')
      .select('id')
      .where(isUncopied(ctx))
      .where((eb) => eb.or([eb('created_at', '<=', after(now, -LOST_AFTER_MS)), eb('copying_until', '<=', now)]))
      .where(hasNoJobs)
      .orderBy('created_at')
      .limit(BATCH)
      .execute()
    if (files.length === 0) return
    await inTransaction(ctx.db, async (tx) => {
      for (const _file of files) await ctx.jobs.enqueue(tx, makeVariantsJob, {})
    })
  },
}
