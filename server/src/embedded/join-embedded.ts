import { existsSync } from 'node:fs'
import { ALL_CHAINS } from '@verso/protocol/chains'
import type { EmbeddedValues } from '../config/config.ts'
import type { Settings } from '../config/settings.ts'
import { readDataFolder } from './data-folder.ts'
import { readDatabaseAccess } from './postgres/postgres.ts'

/**
 * The way to what a product that runs on this folder has started: for a command beside it. A database of the operator's
 * own is none of it.
 * @returns undefined while it has not started that far
 */
export function joinEmbedded(settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): EmbeddedValues | undefined {
  const { secrets, ports } = readDataFolder(settings.DATA_DIR)
  // Its port was taken for it also where it then was not available.
  const isThere = { POLYGON: true, ETH: true, SOL: existsSync(`${settings.DATA_DIR}/chain/sol/checkpoint`) }
  const running = ALL_CHAINS.filter((chain) => ports[chain] !== undefined && isThere[chain])
  const rpcUrls = running.map((chain) => [chain, `http://127.0.0.1:${ports[chain]}`])
  const values = { secrets, rpcUrls: Object.fromEntries(rpcUrls) }
  if (settings.DATABASE_URL !== undefined) return values
  if (ports.postgres === undefined) return undefined
  return { ...values, database: readDatabaseAccess(`${settings.DATA_DIR}/postgres`, ports.postgres) }
}
