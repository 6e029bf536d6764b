import { collectionAbi } from '@verso/contracts/collection'
import { type GetLogsReturnType, getAbiItem } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import type { Block, Transfer } from '../../transfers/transfer.ts'

const TRANSFER = getAbiItem({ abi: collectionAbi, name: 'Transfer' })
type TransferLogs = GetLogsReturnType<typeof TRANSFER, [typeof TRANSFER], true>

/** Near the head every block's hash is kept, so that a reorganisation goes back no further than necessary. */
const KEEP_EVERY_HASH = 128

export type Range = { from: number; to: number; head: number; parentHash: string | undefined }

/**
 * The blocks and the transfers of a range, checked against each other.
 * @throws InconsistentAnswer
 */
export async function readRange(
  connection: EvmConnection,
  range: Range,
): Promise<{ blocks: Block[]; transfers: Transfer[] }> {
  const logs = await connection.client.getLogs({
    address: connection.contract,
    event: TRANSFER,
    strict: true,
    fromBlock: BigInt(range.from),
    toBlock: BigInt(range.to),
  })
  const numbers = new Set([range.to, ...logs.map((log) => Number(log.blockNumber))])
  for (let number = Math.max(range.from, range.head - KEEP_EVERY_HASH); number <= range.to; number++)
    numbers.add(number)
  const sorted = [...numbers].sort((a, b) => a - b)
  const blocks = await Promise.all(sorted.map((number) => readBlock(connection, number)))
  assertChained(blocks, range)
  return { blocks, transfers: toTransfers(connection, logs, blocks) }
}

async function readBlock({ client, chain }: EvmConnection, number: number): Promise<Block> {
  const block = await client.getBlock({ blockNumber: BigInt(number) })
  const mined_at = new Date(Number(block.timestamp) * 1000)
  return { chain, number, hash: block.hash, parent_hash: block.parentHash, mined_at }
}

function assertChained(blocks: Block[], { from, parentHash }: Range): void {
  for (const [index, block] of blocks.entries()) {
    const before = block.number === from ? parentHash : parentOf(blocks, index)
    if (before !== undefined && block.parent_hash !== before) {
      throw new InconsistentAnswer(`block ${block.number} does not follow the one before it`)
    }
  }
}

function parentOf(blocks: Block[], index: number): string | undefined {
  const [previous, block] = [blocks[index - 1], blocks[index]]
  return previous && block && previous.number === block.number - 1 ? previous.hash : undefined
}

function toTransfers({ chain }: EvmConnection, logs: TransferLogs, blocks: Block[]): Transfer[] {
  const byNumber = new Map(blocks.map((block) => [block.number, block]))
  const transfers = logs.map((log) => {
    const block = byNumber.get(Number(log.blockNumber))
    if (!block || block.hash !== log.blockHash || log.removed) {
      throw new InconsistentAnswer(`an event of block ${log.blockNumber} is from another one`)
    }
    return {
      chain,
      block_number: block.number,
      block_hash: block.hash,
      log_index: log.logIndex,
      transaction_hash: log.transactionHash,
      token_id: String(log.args.tokenId),
      from_address: log.args.from,
      to_address: log.args.to,
      mined_at: block.mined_at,
    }
  })
  return transfers.sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index)
}
