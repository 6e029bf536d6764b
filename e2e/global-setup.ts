import type { TestProject } from 'vitest/node'
import { startProduct } from '../server/test/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: { url: string; adminUrl: string; dataDir: string }
  }
}

/** One product for all journeys, from an empty data folder: the first start with its demo content is part of the proof. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct()
  project.provide('product', { url: product.url, adminUrl: product.adminUrl, dataDir: product.dataDir })
  return () => product.remove()
}
