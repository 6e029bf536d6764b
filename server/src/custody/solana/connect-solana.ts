import type { Address } from '@solana/kit'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { withinTime } from '../../errors/within-time.ts'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import { createSolanaClient } from '../../gateways/chain/solana-client.ts'
import { platformKey } from '../platform-key.ts'
import { openPayer } from './payer-key.ts'

const START_ANSWER_MAX_MS = 8_000

type Base = Pick<Context, 'config' | 'db' | 'log'>
export type SolanaPlace = { genesisHash: string; collection: string; authority: string; slot: number }

/** Records which cluster and collection this database belongs to; it never changes afterwards. */
export async function registerSolana(db: Db, place: SolanaPlace): Promise<void> {
  await db
    .insertInto('chains')
    .values({
      chain: 'SOL',
      chain_id: null,
      genesis_hash: place.genesisHash,
      contract_address: place.collection,
      authority_address: place.authority,
      deploy_block: place.slot,
      indexed_block: place.slot,
    })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute()
}

/**
 * Connects Solana.
 * @throws StartupError for another cluster or collection than the recorded one, or none
 */
export async function connectSolana(
  { config, db, log }: Base,
  solana: NonNullable<Config['solana']>,
): Promise<SolanaConnection> {
  const row = await db.selectFrom('chains').selectAll().where('chain', '=', 'SOL').executeTakeFirst()
  if (!row?.authority_address)
    throw new StartupError('Solana has no collection yet: run `npm run chain:deploy -- --chain SOL`.')
  if (solana.collection && solana.collection !== row.contract_address)
    throw new StartupError(
      `SOL_COLLECTION=${solana.collection} is not the collection of this database (${row.contract_address}).`,
    )
  const rpc = createSolanaClient(solana.rpcUrl)
  const genesisHash = await withinTime(rpc.getGenesisHash().send(), START_ANSWER_MAX_MS).catch(() => undefined)
  if (genesisHash === undefined)
    log.warn({ chain: 'SOL' }, 'the node did not answer; the chain recorded in the database is used')
  else if (genesisHash !== row.genesis_hash)
    throw new StartupError(
      `The SOL node is of another cluster than the one this database was made with (recorded: genesis ${row.genesis_hash}; node: ${genesisHash}). ` +
        'Point SOL_RPC_URL to the recorded one, or start with an empty database.',
    )
  const [minter, settler] = await Promise.all(
    [config.minterKey, config.settlerKey].map(async (key) => key && openPayer(key)),
  )
  return {
    chain: 'SOL',
    chainId: null,
    genesisHash: row.genesis_hash,
    contract: row.contract_address as Address,
    authority: row.authority_address as Address,
    rpc,
    get minter() {
      return platformKey(minter, 'MINTER_KEY')
    },
    get settler() {
      return platformKey(settler, 'SETTLER_KEY')
    },
    isEmbedded: solana.isEmbedded,
    rpcUrl: solana.rpcUrl,
  }
}
