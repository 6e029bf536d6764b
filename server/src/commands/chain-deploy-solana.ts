import { systemClock, systemRandom } from '../clock.ts'
import type { Settings } from '../config/settings.ts'
import { setUpSolana } from '../custody/solana/set-up-solana.ts'
import { openDatabase } from '../db/client.ts'
import { assertSchemaFits } from '../db/schema-version.ts'
import { StartupError } from '../errors/startup-error.ts'
import { createLogger } from '../logger.ts'

/** `npm run chain:deploy -- --chain SOL`: unlike a contract, the collection belongs to the seed of one database. */
export async function deployToSolana(settings: Settings, say: (text: string) => void): Promise<void> {
  const { SOL_RPC_URL: rpcUrl, MINTER_KEY: minter, SETTLER_KEY: settler, WALLET_KEK: walletKek } = settings
  const databaseUrl = settings.MIGRATION_DATABASE_URL ?? settings.DATABASE_URL
  if (!rpcUrl) throw new StartupError('SOL_RPC_URL is missing.')
  if (!minter || !settler || !walletKek || !databaseUrl)
    throw new StartupError(
      'MINTER_KEY, SETTLER_KEY, WALLET_KEK and DATABASE_URL are needed: the collection belongs to the seed of the wallets.',
    )
  const db = openDatabase(databaseUrl, createLogger(settings.LOG_LEVEL ?? 'warn'), { maxConnections: 4 })
  try {
    await assertSchemaFits(db)
    const keys = { minter, settler } as { minter: `0x${string}`; settler: `0x${string}` }
    const platform = { db, clock: systemClock, random: systemRandom, config: { walletKek }, keys }
    const { collection } = await setUpSolana(rpcUrl, platform, {
      fund: async (payers) => say(`The minter pays from ${payers[0]}, the settler from ${payers[1]}: both need SOL.`),
    })
    say(`The collection is at ${collection}. Set:\n  SOL_COLLECTION=${collection}`)
  } finally {
    await db.destroy()
  }
}
