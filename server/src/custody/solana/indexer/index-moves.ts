import { inTransaction } from '../../../db/client.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { isOnItsWay } from '../../sending/is-on-its-way.ts'
import { applyMoves, lockChain, type Move } from '../moves.ts'
import { findOutsideMoves, type Pass } from './find-outside-moves.ts'
import { findNewMints } from './find-new-mints.ts'
import type { Found, Position } from './position.ts'
import { findVanished, takeOut } from './vanished.ts'

/** While nothing happens the position is written so seldom: about once a minute. */
const QUIET_SLOTS = 150
/** Those that have not come to the end of all tokens. */
const passes = new WeakMap<object, Pass>()

/**
 * Reads what others did: tokens that moved without us, mints that the books do not know, and what a dropped fork took. Our own
 * transactions are read by `followSent`, with what became of them. What cannot be read keeps nothing else from the books: it is
 * tried again, and told.
 */
export async function indexMoves(ctx: CustodyContext, connection: SolanaConnection): Promise<false | 'a part' | 'all'> {
  const row = await readPosition(ctx)
  // Before all else: what is asked after it is of this slot or a later one.
  const [head, finalized] = await readSlots(connection)
  if (head <= row.indexed_block) return false
  const { vanished, checkedTo } = await findVanished(ctx, connection, { row, finalized })
  // Before what moved is looked for, which starts from where the books have a token: the node does not know how it came there.
  if (vanished.length > 0) await inTransaction(ctx.db, (tx) => takeOut(ctx, tx, vanished))
  await finalize(ctx, row, connection.isEmbedded ? head : checkedTo)
  const { moves, failures, readTo, isPart, pass } = await findMoves(ctx, connection, { row, head })
  const isQuiet = vanished.length === 0 && moves.length === 0 && head - row.indexed_block < QUIET_SLOTS
  const isWritten =
    (!isQuiet || (await isOnItsWay(ctx.db, ['SOL']))) && (await write(ctx, { row, moves: inOrder(moves), readTo }))
  // Moves that did not get into the books are looked for again.
  if (moves.length === 0 || isWritten) keepPass(connection, pass)
  if (failures.length > 0) throw failures[0]
  return isWritten && (isPart ? 'a part' : 'all')
}

/**
 * After a restore a sale of the lost time is known by its move alone: until those are looked for, the chain counts as read only up to
 * where a whole pass of all tokens has begun. At other times one token that cannot be followed does not hold it up.
 */
async function findMoves(
  ctx: CustodyContext,
  connection: SolanaConnection,
  { row, head }: { row: Position; head: number },
): Promise<Found & { readTo: number; isPart: boolean; pass: Pass | undefined }> {
  const isCatchingUp = await ctx.outcomes.isCatchingUp(ctx.db)
  const nothing = (error: unknown) => ({ moves: [], failures: [error], readTo: row.indexed_block })
  const mints = await findNewMints(ctx, connection, { row, head, isCatchingUp }).catch(nothing)
  // A token whose mint is not in the books yet is in the next pass.
  const mintsTo = mints.moves.length > 0 ? row.indexed_block : mints.readTo
  const begun = passes.get(connection) ?? { readTo: mintsTo, isWhole: true }
  const outside = await findOutsideMoves(ctx, connection, { pass: begun, head }).catch((error: unknown) => ({
    ...nothing(error),
    pass: begun,
    isEnd: false,
  }))
  const { pass, isEnd } = outside
  const movesTo = isEnd && pass.isWhole ? pass.readTo : row.indexed_block
  return {
    moves: [...mints.moves, ...outside.moves],
    failures: [...mints.failures, ...outside.failures],
    readTo: isCatchingUp ? Math.min(mints.readTo, movesTo) : mints.readTo,
    // The rest is read at once; a pass that has ended begins again at the usual time.
    isPart: mints.readTo < head || (isCatchingUp && (!isEnd || mints.moves.length > 0)),
    pass: isEnd ? undefined : pass,
  }
}

const keepPass = (connection: SolanaConnection, pass: Pass | undefined): unknown =>
  pass ? passes.set(connection, pass) : passes.delete(connection)

async function write(
  ctx: CustodyContext,
  { row, moves, readTo }: { row: Position; moves: Move['transfer'][]; readTo: number },
): Promise<boolean> {
  const isWritten = await inTransaction(ctx.db, async (tx) => {
    if ((await lockChain(tx)).indexed_block !== row.indexed_block) return false
    await applyMoves(ctx, tx, moves)
    await tx.updateTable('chains').set({ indexed_block: readTo }).where('chain', '=', 'SOL').execute()
    ctx.failpoints.reach('indexer.before-commit')
    return true
  })
  ctx.failpoints.reach('indexer.after-commit')
  return isWritten
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

/** Earnings wait for it: nothing that comes after it in a round holds it up. */
async function finalize({ db }: CustodyContext, row: Position, slot: number): Promise<void> {
  if (slot - row.finalized_block < QUIET_SLOTS && !(await isOnItsWay(db, ['SOL']))) return
  const chain = db.updateTable('chains').set({ finalized_block: slot }).where('chain', '=', 'SOL')
  await chain.where('finalized_block', '<', slot).execute()
}
