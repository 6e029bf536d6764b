import { inTransaction, type Tx } from '../../../db/client.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { isOnItsWay } from '../../sending/is-on-its-way.ts'
import { applyMoves, lockChain, type Move } from '../moves.ts'
import { findOutsideMoves } from './find-outside-moves.ts'
import { findNewMints } from './find-new-mints.ts'
import type { Position } from './position.ts'
import { findVanished, takeOut } from './vanished.ts'

/** While nothing happens the position is written so seldom: about once a minute. */
const QUIET_SLOTS = 150

/**
 * Reads what others did: tokens that moved without us, mints that the books do not know, and what a dropped fork took. Our own
 * transactions are read by `followSent`, with what became of them.
 */
export async function indexMoves(ctx: CustodyContext, connection: SolanaConnection): Promise<false | 'all'> {
  const row = await readPosition(ctx)
  // Before all else: what is asked after it is of this slot or a later one.
  const [head, finalized] = await readSlots(connection)
  if (head <= row.indexed_block) return false
  const { vanished, checkedTo } = await findVanished(ctx, connection, { row, finalized })
  // Before what moved is looked for, which starts from where the books have a token: the node does not know how it came there.
  if (vanished.length > 0) await inTransaction(ctx.db, (tx) => takeOut(ctx, tx, vanished))
  const moves = [...(await findNewMints(ctx, connection, row)), ...(await findOutsideMoves(ctx, connection, head))]
  const isQuiet = vanished.length === 0 && moves.length === 0 && head - row.indexed_block < QUIET_SLOTS
  if (isQuiet && !(await isOnItsWay(ctx.db, ['SOL']))) return false
  const isWritten = await inTransaction(ctx.db, async (tx) => {
    if ((await lockChain(tx)).indexed_block !== row.indexed_block) return false
    await applyMoves(ctx, tx, inOrder(moves))
    await moveOn(tx, { head, finalized: connection.isEmbedded ? head : checkedTo })
    ctx.failpoints.reach('indexer.before-commit')
    return true
  })
  ctx.failpoints.reach('indexer.after-commit')
  return isWritten && 'all'
}

const readPosition = ({ db }: CustodyContext): Promise<Position> =>
  db
    .selectFrom('chains')
    .select(['indexed_block', 'finalized_block'])
    .where('chain', '=', 'SOL')
    .executeTakeFirstOrThrow()

async function readSlots({ rpc }: SolanaConnection): Promise<[number, number]> {
  const [confirmed, finalized] = await Promise.all([
    rpc.getSlot({ commitment: 'confirmed' }).send(),
    rpc.getSlot({ commitment: 'finalized' }).send(),
  ])
  return [Number(confirmed), Number(finalized)]
}

const inOrder = (moves: Move[]) => moves.map(({ transfer }) => transfer).sort((a, b) => a.block_number - b.block_number)

const moveOn = (tx: Tx, { head, finalized }: { head: number; finalized: number }) =>
  tx
    .updateTable('chains')
    .set((eb) => ({
      indexed_block: head,
      finalized_block: eb.fn<number>('greatest', ['finalized_block', eb.val(finalized)]),
    }))
    .where('chain', '=', 'SOL')
    .execute()
