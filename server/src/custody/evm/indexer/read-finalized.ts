import { BaseError, BlockNotFoundError } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import type { ChainRow } from '../register-chain.ts'

/** Of JSON-RPC: invalid params, invalid input, no such method, not supported, unknown block. */
const UNKNOWN_CODES: readonly unknown[] = [-32602, -32000, -32601, -32004, -39001]
/** A node that has named a final block once knows the word, and only lacks it for a moment, as after a start of its own. */
const knowing = new WeakSet<EvmConnection>()

type Read = {
  row: ChainRow
  to: number /** Of a block up to `to`, if it is kept. */
  hashOf: (number: number) => Promise<string | undefined>
}

/** The last block that is final and that we have read; it never goes back, so that one that only may be final does not count. */
export async function readFinalized(connection: EvmConnection, { row, to, hashOf }: Read): Promise<number> {
  // Embedded: blocks lost in a crash are made again.
  if (connection.isEmbedded) return to
  const named = await finalOfNode(connection)
  if (named === 'a word it does not know') return Math.max(row.finalized_block, to - connection.confirmations)
  if (named === 'none now' || named.number > to) return row.finalized_block
  // Nodes behind one address may differ: what was read may be of a fork that the one that answers now is not on.
  const hash = await hashOf(named.number)
  return hash === undefined || hash === named.hash ? Math.max(row.finalized_block, named.number) : row.finalized_block
}

async function finalOfNode(
  connection: EvmConnection,
): Promise<{ number: number; hash: string } | 'none now' | 'a word it does not know'> {
  try {
    const { number, hash } = await connection.client.getBlock({ blockTag: 'finalized' })
    if (number > 0n) {
      knowing.add(connection)
      return { number: Number(number), hash }
    }
  } catch (error) {
    if (!isUnknown(error)) throw error
  }
  return knowing.has(connection) ? 'none now' : 'a word it does not know'
}

/** Any other failure, as of a node that is away or asked too often, says nothing of what is final. */
const isUnknown = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) => cause instanceof BlockNotFoundError || UNKNOWN_CODES.includes((cause as { code?: unknown }).code),
  ) !== null
