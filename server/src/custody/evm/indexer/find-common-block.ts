import type { Context } from '../../../context.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import type { ChainRow } from '../register-chain.ts'
import type { Block } from '../../transfers/transfer.ts'

const STEP = 32

/**
 * The last block that we and the node agree on: normally the one we have read last, after a reorganisation an older one.
 * @returns undefined when the node merely lags behind what it, or another behind its address, told us before
 * @throws when no stored block is on the node's chain, which then is another chain, or when the node contradicts blocks that are final here:
 * nothing is undone for it
 */
export async function findCommonBlock(
  ctx: Context,
  connection: EvmConnection,
  { row, head }: { row: ChainRow; head: number },
): Promise<number | undefined> {
  const last = await findStored(ctx, row, row.indexed_block)
  if (!last) return row.indexed_block
  if (head >= last.number && (await hashAt(connection, last.number)) === last.hash) return last.number
  if (head < last.number && !connection.isEmbedded) {
    const stored = await findStored(ctx, row, head)
    if (!stored || stored.hash === (await hashAt(connection, head))) return undefined
  }
  // Asked twice, because an answer from another fork would undo valid blocks.
  if (head >= last.number && (await hashAt(connection, last.number)) === last.hash) return last.number
  const common = await walkBack(ctx, connection, { row, head })
  // Embedded: blocks lost in a crash are made again.
  if (common < row.finalized_block && !connection.isEmbedded) {
    throw new Error(`the ${row.chain} node contradicts final blocks: its block ${common + 1} is another`)
  }
  return common
}

const findStored = (ctx: Context, row: ChainRow, number: number): Promise<Block | undefined> =>
  ctx.db
    .selectFrom('chain_blocks')
    .selectAll()
    .where('chain', '=', row.chain)
    .where('number', '=', number)
    .executeTakeFirst()

async function walkBack(
  ctx: Context,
  connection: EvmConnection,
  { row, head }: { row: ChainRow; head: number },
): Promise<number> {
  let below = Math.min(row.indexed_block, head + 1)
  let oldest = row.indexed_block
  for (;;) {
    const blocks = await ctx.db
      .selectFrom('chain_blocks')
      .selectAll()
      .where('chain', '=', row.chain)
      .where('number', '<', below)
      .orderBy('number', 'desc')
      .limit(STEP)
      .execute()
    const hashes = await Promise.all(blocks.map((block) => hashAt(connection, block.number)))
    const common = blocks.find((block, index) => block.hash === hashes[index])
    if (common) return common.number
    const last = blocks.at(-1)
    if (!last) break
    oldest = below = last.number
  }
  if (oldest <= row.deploy_block) return row.deploy_block - 1
  throw new Error(`the ${row.chain} node knows none of the blocks that were read before`)
}

async function hashAt({ client }: EvmConnection, number: number): Promise<string | undefined> {
  try {
    return (await client.getBlock({ blockNumber: BigInt(number) })).hash
  } catch (error) {
    if ((error as Error).name === 'BlockNotFoundError') return undefined
    throw error
  }
}
