import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { type Db, inTransaction, type Tx } from '../../../db/client.ts'
import type { Context } from '../../../context.ts'
import { sql } from 'kysely'
import type { CustodyContext } from '../../outcomes.ts'
import { type ChainRow, findChain } from '../register-chain.ts'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import { applyChanges, insertChunks } from '../../transfers/apply-changes.ts'
import { cutBlocks } from './cut-blocks.ts'
import { findCommonBlock } from './find-common-block.ts'
import { readFinalized } from './read-finalized.ts'
import { readRange } from './read-range.ts'
import { rangeSizes } from './range-sizes.ts'
import type { Block, Transfer } from '../../transfers/transfer.ts'

/** Kept beyond finality, so that the common block is found after an embedded chain lost blocks in a crash. */
const KEPT_BLOCKS = 4_096

type Step = {
  row: ChainRow
  /** Of the block that was read last: the blocks may have been changed under the same number meanwhile. */
  lastHash: string | undefined
  common: number
  to: number
  head: number
  finalized: number
  blocks: Block[]
  transfers: Transfer[]
}

/**
 * Reads the next blocks of a chain and does all that follows from them in one transaction. After a reorganisation the
 * same step takes back what vanished; what only moved to another block stays as it is.
 * @returns whether it read something, and whether there was more
 */
export async function indexOnce(ctx: CustodyContext, connection: EvmConnection): Promise<false | 'all' | 'a part'> {
  const step = await readStep(ctx, connection)
  if (!step) return false
  const isWritten = await inTransaction(ctx.db, async (tx) => {
    const isFirst = await lockPosition(tx, step)
    if (isFirst) await writeStep(ctx, tx, step)
    ctx.failpoints.reach('indexer.before-commit')
    return isFirst
  })
  ctx.failpoints.reach('indexer.after-commit')
  return isWritten && (step.to < step.head ? 'a part' : 'all')
}

async function readStep(ctx: Context, connection: EvmConnection): Promise<Step | undefined> {
  const row = await findChain(ctx.db, connection.chain)
  if (!row) throw new Error('the chain is not recorded')
  const head = Number(await connection.client.getBlockNumber())
  const common = await findCommonBlock(ctx, connection, { row, head })
  if (common === undefined || (common === row.indexed_block && head <= common)) return undefined
  const [lastHash, parentHash] = await Promise.all([
    findHash(ctx.db, row, row.indexed_block),
    findHash(ctx.db, row, common),
  ])
  const read = await readBlocks(connection, { row, common, head, parentHash }).catch((error: unknown) => {
    if (!(error instanceof InconsistentAnswer)) rangeSizes(connection).shrink()
    throw error
  })
  const hashOf = async (number: number) =>
    number > common ? read.blocks.find((block) => block.number === number)?.hash : findHash(ctx.db, row, number)
  const finalized = await readFinalized(connection, { row, to: read.to, hashOf })
  return { row, lastHash, common, head, finalized, ...read }
}

type Start = { row: ChainRow; common: number; head: number; parentHash: string | undefined }

/** One range; after a reorganisation all that takes the place of what it removed, or what is further on would count as vanished. */
async function readBlocks(
  connection: EvmConnection,
  { row, common, head, parentHash }: Start,
): Promise<Pick<Step, 'to' | 'blocks' | 'transfers'>> {
  const size = rangeSizes(connection)
  const reads: Pick<Step, 'blocks' | 'transfers'>[] = []
  let to = common
  while (to < head && (to === common || to < row.indexed_block)) {
    const from = to + 1
    to = Math.min(head, to + size.current())
    const lastHash = reads.at(-1)?.blocks.at(-1)?.hash ?? parentHash
    reads.push(await readRange(connection, { from, to, head, parentHash: lastHash }))
    if (to - from + 1 === size.current()) size.grow()
  }
  return { to, blocks: reads.flatMap(({ blocks }) => blocks), transfers: reads.flatMap(({ transfers }) => transfers) }
}

const findHash = async (db: Db | Tx, row: ChainRow, number: number): Promise<string | undefined> => {
  const stored = db.selectFrom('chain_blocks').select('hash').where('chain', '=', row.chain)
  return (await stored.where('number', '=', number).executeTakeFirst())?.hash
}

/** Several workers may read the same blocks; the first one to write them has done it. */
async function lockPosition(tx: Tx, { row, lastHash }: Step): Promise<boolean> {
  const current = await tx
    .selectFrom('chains')
    .select('indexed_block')
    .where('chain', '=', row.chain)
    // Not `for update`: rows that refer to the chain are written meanwhile.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return current.indexed_block === row.indexed_block && (await findHash(tx, row, row.indexed_block)) === lastHash
}

async function writeStep(ctx: CustodyContext, tx: Tx, step: Step): Promise<void> {
  const { row, common, to, finalized, blocks, transfers } = step
  const removed = common < row.indexed_block ? await cutBlocks(ctx, tx, { row, common }) : []
  await insertChunks(blocks, (values) => tx.insertInto('chain_blocks').values(values).execute())
  await applyChanges(ctx, tx, row.chain, { removed, transfers })
  await resendMisplaced(ctx, tx, step)
  await tx
    .deleteFrom('chain_blocks')
    .where('chain', '=', row.chain)
    .where('number', '<', to - KEPT_BLOCKS)
    .execute()
  await tx
    .updateTable('chains')
    .set({ indexed_block: to, finalized_block: finalized })
    .where('chain', '=', row.chain)
    .execute()
}

/** A receipt may have come from a block that was no longer there when we read, or passed over, its number: looked up again. */
async function resendMisplaced(ctx: Context, tx: Tx, { row, common, to, blocks }: Step): Promise<void> {
  await tx
    .updateTable('chain_transactions')
    .set({ status: 'SENT', block_number: null, block_hash: null, is_success: null, due_at: ctx.clock.now() })
    .where('chain', '=', row.chain)
    // A literal, so that a plan that is kept still reads the index of what is mined.
    .where('status', '=', sql.lit('MINED'))
    .where('block_number', '>', common)
    .where('block_number', '<=', to)
    .where((eb) => eb.not(eb('block_hash', '=', sql<string>`any(${blocks.map((block) => block.hash)}::text[])`)))
    .execute()
}
