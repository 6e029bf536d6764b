import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, readSettings } from '../src/config.ts'
import type { Context } from '../src/context.ts'
import { createContext } from '../src/create-context.ts'
import { createLogger } from '../src/logger.ts'

export type ProductContext = Context & { close(): Promise<void> }

/**
 * A context of the test's own on the data of a running product: its database, chains, keys and files. It works on no
 * jobs, and is opened again after a restart.
 */
export function openProduct(dataDir: string): Promise<ProductContext> {
  const read = (file: string) => JSON.parse(readFileSync(join(dataDir, file), 'utf8'))
  const ports: Record<string, number> = read('ports.json')
  const passwords: { owner: string; app: string } = read('postgres/passwords.json')
  const databaseUrl = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${ports.postgres}/verso`
  const config = createConfig(readSettings({ DATA_DIR: dataDir, ROLE: 'api', DEMO: '0' }), {
    database: {
      ownerUrl: databaseUrl('verso_owner', passwords.owner),
      appUrl: databaseUrl('verso_app', passwords.app),
      appRole: 'verso_app',
    },
    rpcUrls: { POLYGON: `http://127.0.0.1:${ports.POLYGON}`, ETH: `http://127.0.0.1:${ports.ETH}` },
    secrets: read('secrets.json'),
  })
  return createContext(config, { log: createLogger('silent') })
}
