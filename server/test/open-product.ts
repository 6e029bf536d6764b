import { createConfig } from '../src/config/config.ts'
import { readSettings } from '../src/config/read-settings.ts'
import type { Context } from '../src/context.ts'
import { createContext } from '../src/create-context.ts'
import { joinEmbedded } from '../src/embedded/join-embedded.ts'
import { createLogger } from '../src/logger.ts'

export type ProductContext = Context & { close(): Promise<void> }

/**
 * A context of the test's own on the data of a running product: its database, chains, keys and files. It works on no
 * jobs, and is opened again after a restart.
 */
export function openProduct(dataDir: string, env: Record<string, string | undefined> = {}): Promise<ProductContext> {
  const settings = readSettings({ DATA_DIR: dataDir, ROLE: 'api', DEMO_CONTENT: '0', ...env })
  const values = joinEmbedded(settings)
  if (!values) throw new Error('the product has not started yet')
  const config = createConfig(settings, values)
  return createContext(config, { log: createLogger('silent') })
}
