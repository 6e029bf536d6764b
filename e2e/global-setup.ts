import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startProduct } from '../server/test/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: { url: string; adminUrl: string; dataDir: string; logFile: string }
  }
}

/** One product for all journeys: from an empty data folder with its demo content, which is part of the proof. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({ LOG_LEVEL: 'debug', ...(await copyFirstStart()) })
  const { url, adminUrl, dataDir, logFile } = product
  project.provide('product', { url, adminUrl, dataDir, logFile })
  return () => product.remove()
}

/** When `npm test` has made the first start already (first-start.ts), the product goes on from there, and so does its log. */
async function copyFirstStart(): Promise<{ DATA_DIR?: string }> {
  const made = process.env.FIRST_START
  if (!made || !existsSync(made)) return {}
  const folder = await mkdtemp(join(tmpdir(), 'verso-product-'))
  // The database's files are another user's where this one is root.
  execFileSync('cp', ['-a', `${made}/.`, folder])
  execFileSync('cp', [`${made}.log`, `${folder}.log`])
  // Those of another product that goes on from there.
  rmSync(join(folder, 'ports.json'), { force: true })
  return { DATA_DIR: folder }
}
