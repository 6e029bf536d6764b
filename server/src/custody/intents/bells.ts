import type { Chain } from '@verso/protocol/chains'
import type { Db } from '../../db/client.ts'
import type { Bell } from '../../jobs/bells/bell.ts'
import { wake } from '../../jobs/bells/wake.ts'

const bellOf = (chain: Chain): Bell => ({ name: `chain/${chain}`, concurrency: 1 })

/** Wakes a chain's sender, which sends the waiting rows. */
export const sendIntentsBells: Record<Chain, Bell> = {
  POLYGON: bellOf('POLYGON'),
  ETH: bellOf('ETH'),
  SOL: bellOf('SOL'),
}

/** Looks after what was sent. */
export const SENDER_SWEEP = 'send-intents'

/** The loop that reads a chain. */
export const indexerLoop = (chain: Chain): string => `indexer ${chain}`

/** After a transaction was sent or mined: wakes the sweep that looks after it, and the indexer, which reads its outcome. */
export const wakeForSent = (db: Db, chain: Chain): Promise<void> => wake(db, SENDER_SWEEP, indexerLoop(chain))
