import { openProduct } from '../../server/test/open-product.ts'
import { startProduct } from '../../server/test/product.ts'
import type { Benchmark } from '../measurement.ts'
import { measureIdle } from './measure-idle.ts'
import { measureSeen } from './measure-seen.ts'

/** Open pages: how soon one shows what was committed, and what they cost. */
export const live: Benchmark = {
  name: 'live',
  run: async () => {
    const product = await startProduct({ DEMO_CONTENT: '0' })
    const ctx = await openProduct(product.dataDir)
    try {
      await ctx.jobs.start()
      return [...(await measureSeen(product, ctx)), ...(await measureIdle(product, ctx))]
    } finally {
      await ctx.jobs.stop()
      await ctx.close()
      await product.remove()
    }
  },
}
