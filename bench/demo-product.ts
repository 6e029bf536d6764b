import { type Product, startProduct } from '../server/test/product.ts'
import { timed } from './measurement.ts'

type DemoProduct = { product: Product; coldStartMs: number }

let started: Promise<DemoProduct> | undefined

/** The product with its demo content; started at the first use and shared by all benchmarks of a run. */
export function getDemoProduct(): Promise<DemoProduct> {
  started ??= timed(() => startProduct({ DEMO: '1' })).then(({ result, elapsedMs }) => ({
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
