import type { EvmChain } from '@verso/protocol/chains'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { ChainsTable } from '../../db/types.gen.ts'
import { StartupError } from '../../errors/startup-error.ts'

export type ChainRow = Omit<Selectable<ChainsTable>, 'chain' | 'chain_id'> & { chain: EvmChain; chain_id: number }
export type NodeIdentity = { chainId: number; genesisHash: string }

export async function findChain(db: Db, chain: EvmChain): Promise<ChainRow | undefined> {
  const row = await db.selectFrom('chains').selectAll().where('chain', '=', chain).executeTakeFirst()
  return row && { ...row, chain, chain_id: row.chain_id ?? 0 }
}

/** Records which chain and contract this database belongs to; it never changes afterwards. */
export async function registerChain(
  db: Db,
  chain: NodeIdentity & { chain: EvmChain; contract: string; deployBlock: number },
): Promise<ChainRow> {
  const row = {
    chain: chain.chain,
    chain_id: chain.chainId,
    genesis_hash: chain.genesisHash,
    contract_address: chain.contract,
    deploy_block: chain.deployBlock,
    indexed_block: Math.max(0, chain.deployBlock - 1),
  }
  await db
    .insertInto('chains')
    .values(row)
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute()
  const recorded = await findChain(db, chain.chain)
  if (!recorded) throw new Error('the chain that was just recorded is not there')
  assertSameChain(recorded, chain)
  return recorded
}

/**
 * The owners in the database were read from one chain. Against another one all of them would be wrong.
 * @throws StartupError
 */
export function assertSameChain(recorded: ChainRow, node: NodeIdentity): void {
  if (recorded.chain_id === node.chainId && recorded.genesis_hash === node.genesisHash) return
  throw new StartupError(
    `The ${recorded.chain} node is another chain than the one this database was made with ` +
      `(recorded: id ${recorded.chain_id}, genesis ${recorded.genesis_hash}; node: id ${node.chainId}, genesis ${node.genesisHash}). ` +
      `Point ${recorded.chain}_RPC_URL to the recorded chain, or start with an empty database.`,
  )
}
