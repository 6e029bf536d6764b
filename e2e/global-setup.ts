import type { TestProject } from 'vitest/node'
import { startProduct } from '../server/test/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: { url: string; adminUrl: string; dataDir: string; logFile: string }
  }
}

/** One product for all journeys, from an empty data folder: the first start with its demo content is part of the proof. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({ LOG_LEVEL: 'debug' })
  const { url, adminUrl, dataDir, logFile } = product
  project.provide('product', { url, adminUrl, dataDir, logFile })
  return () => product.remove()
}
