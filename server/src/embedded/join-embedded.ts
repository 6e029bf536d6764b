import { LIVE_CHAINS } from '@verso/protocol/chains'
import type { EmbeddedValues } from '../config.ts'
import { readDataFolder } from './data-folder.ts'
import { readDatabaseAccess } from './postgres.ts'

/**
 * The way to what a product that runs on this folder has started: for a command beside it.
 * @returns undefined while it has not started that far
 */
export function joinEmbedded(dataDir: string): EmbeddedValues | undefined {
  const { secrets, ports } = readDataFolder(dataDir)
  if (ports.postgres === undefined) return undefined
  const rpcUrls = LIVE_CHAINS.flatMap((chain) => (ports[chain] ? [[chain, `http://127.0.0.1:${ports[chain]}`]] : []))
  return {
    secrets,
    database: readDatabaseAccess(`${dataDir}/postgres`, ports.postgres),
    rpcUrls: Object.fromEntries(rpcUrls),
  }
}
