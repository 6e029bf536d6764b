import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, lamports } from '@solana/kit'
import { systemClock, systemRandom } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { platformKey } from '../../custody/platform-key.ts'
import { openPayer } from '../../custody/solana/payer-key.ts'
import { setUpSolana } from '../../custody/solana/set-up-solana.ts'
import { openDatabase } from '../../db/client.ts'
import { createSolanaClient } from '../../gateways/chain/solana-client.ts'
import type { Logger } from '../../logger.ts'

export type PrepareConfig = Pick<Config, 'walletKek' | 'minterKey' | 'settlerKey' | 'database'>

/** Play money: a payer that has less gets as much again. */
const FUNDS = lamports(1_000_000_000_000n)
const POLL_MS = 20

/** Funds, and at the first start the collection and the nonce accounts. What is recorded is there, since it is recorded last. */
export async function prepareSolana(rpcUrl: string, config: PrepareConfig, log: Logger): Promise<void> {
  const db = openDatabase(config.database.ownerUrl, log, { maxConnections: 2 })
  try {
    const keys = {
      minter: platformKey(config.minterKey, 'MINTER_KEY'),
      settler: platformKey(config.settlerKey, 'SETTLER_KEY'),
    }
    const payers = await Promise.all([openPayer(keys.minter), openPayer(keys.settler)])
    await Promise.all(payers.map(({ address }) => fund(rpcUrl, address)))
    const recorded = await db.selectFrom('chains').select('chain').where('chain', '=', 'SOL').executeTakeFirst()
    if (!recorded) await setUpSolana(rpcUrl, { db, clock: systemClock, random: systemRandom, config, keys })
  } finally {
    await db.destroy()
  }
}

async function fund(rpcUrl: string, payer: Address): Promise<void> {
  const rpc = createSolanaClient(rpcUrl)
  const isFunded = async () => (await rpc.getBalance(payer, { commitment: 'confirmed' }).send()).value >= FUNDS
  if (await isFunded()) return
  await rpc.requestAirdrop(payer, FUNDS).send()
  while (!(await isFunded())) await sleep(POLL_MS)
}
