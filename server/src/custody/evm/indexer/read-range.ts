import { collectionAbi } from '@verso/contracts/collection'
import { encodeEventTopics, type GetLogsReturnType, getAbiItem, type Hex } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import type { Block, Transfer } from '../../transfers/transfer.ts'
import { mayHold } from './logs-bloom.ts'

const TRANSFER = getAbiItem({ abi: collectionAbi, name: 'Transfer' })
const [TRANSFER_TOPIC] = encodeEventTopics({ abi: [TRANSFER] })
type TransferLogs = GetLogsReturnType<typeof TRANSFER, [typeof TRANSFER], true>

/** Near the head every block's hash is kept, so that a reorganisation goes back no further than necessary. */
const KEEP_EVERY_HASH = 128
/** So far a node may be behind the one that told the head. */
const BLOCKS_BEHIND = 32

export type Range = { from: number; to: number; head: number; parentHash: string | undefined }

/**
 * The blocks and the transfers of a range, checked against each other.
 * @throws InconsistentAnswer
 */
export async function readRange(
  connection: EvmConnection,
  range: Range,
): Promise<{ blocks: Block[]; transfers: Transfer[] }> {
  const told = await getLogs(connection, { fromBlock: BigInt(range.from), toBlock: BigInt(range.to) })
  const numbers = new Set([range.to, ...told.map((log) => Number(log.blockNumber))])
  for (let number = Math.max(range.from, range.head - KEEP_EVERY_HASH); number <= range.to; number++)
    numbers.add(number)
  const sorted = [...numbers].sort((a, b) => a - b)
  const read = await Promise.all(sorted.map((number) => readBlock(connection, number)))
  const blocks = read.map(({ block }) => block)
  assertChained(blocks, range)
  const recent = read.filter(({ block }) => block.number > range.head - BLOCKS_BEHIND)
  const logs = [...told, ...(await readUntold(connection, recent, told))]
  return { blocks, transfers: toTransfers(connection, logs, blocks) }
}

type Place = { fromBlock: bigint; toBlock: bigint } | { blockHash: Hex }
const getLogs = ({ client, contract }: EvmConnection, place: Place): Promise<TransferLogs> =>
  client.getLogs({ address: contract, event: TRANSFER, strict: true, ...place })

type Read = { block: Block; logsBloom: Hex | null }

async function readBlock({ client, chain }: EvmConnection, number: number): Promise<Read> {
  const block = await client.getBlock({ blockNumber: BigInt(number) })
  const mined_at = new Date(Number(block.timestamp) * 1000)
  const { hash, parentHash: parent_hash, logsBloom } = block
  return { block: { chain, number, hash, parent_hash, mined_at }, logsBloom }
}

/**
 * Behind one address there may be several nodes: one that has not got the last blocks, or has others, tells of no transfer in them. A block
 * whose filter speaks of one is asked for by its hash, which a node that does not have it refuses.
 * @throws InconsistentAnswer
 */
async function readUntold(connection: EvmConnection, read: Read[], told: TransferLogs): Promise<TransferLogs> {
  const toldHashes = new Set(told.map((log) => log.blockHash))
  const ofTransfer = [connection.contract, TRANSFER_TOPIC]
  const untold = read.filter(
    ({ block, logsBloom }) => !toldHashes.has(block.hash as Hex) && logsBloom && mayHold(logsBloom, ofTransfer),
  )
  const ask = ({ block }: Read) =>
    getLogs(connection, { blockHash: block.hash as Hex }).catch((error: Error) => {
      throw new InconsistentAnswer(`the events of block ${block.number} are not told: ${error.message.split('\n')[0]}`)
    })
  return (await Promise.all(untold.map(ask))).flat()
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
