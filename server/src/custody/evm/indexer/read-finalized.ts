import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { isNodeAway } from '../is-node-away.ts'
import type { ChainRow } from '../register-chain.ts'

/** The last block that is final, as far as we have read; it never goes back. */
export async function readFinalized(
  connection: EvmConnection,
  { row, head, to }: { row: ChainRow; head: number; to: number },
): Promise<number> {
  // Embedded: blocks lost in a crash are made again.
  if (connection.isEmbedded) return to
  const named = await finalizedOfNode(connection)
  const final = named > 0 ? named : head - connection.confirmations
  return Math.max(row.finalized_block, Math.min(to, final))
}

async function finalizedOfNode({ client }: EvmConnection): Promise<number> {
  try {
    return Number((await client.getBlock({ blockTag: 'finalized' })).number)
  } catch (error) {
    // Only an answer says that the node does not know the word.
    if (isNodeAway(error)) throw error
    return 0
  }
}
