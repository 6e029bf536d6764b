import { setTimeout as sleep } from 'node:timers/promises'
import { openProduct } from '../server/test/open-product.ts'
import { type Product, startProduct } from '../server/test/product.ts'
import { timed } from './measurement.ts'

type DemoProduct = { product: Product; coldStartMs: number }

let started: Promise<DemoProduct> | undefined

/** The product with its demo content; started at the first use and shared by all benchmarks of a run. */
export function getDemoProduct(): Promise<DemoProduct> {
  started ??= timed(() => startProduct({ DEMO_CONTENT: '1' })).then(({ result, elapsedMs }) => ({
    product: result,
    coldStartMs: elapsedMs,
  }))
  return started
}

export async function removeDemoProduct(): Promise<void> {
  const product = started
  started = undefined
  await (await product)?.product.remove()
}

/** The smaller copies of the demo's pictures are made after the start: until then nothing is idle. */
export async function untilPicturesAreMade(dataDir: string): Promise<void> {
  const ctx = await openProduct(dataDir)
  const waiting = ctx.db.selectFrom('files').select('id').where('processed_at', 'is', null).limit(1)
  while (await waiting.executeTakeFirst()) await sleep(500)
  await ctx.close()
}
