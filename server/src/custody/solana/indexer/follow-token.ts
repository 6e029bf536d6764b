import type { Address, Signature } from '@solana/kit'
import { readHolding } from '@verso/solana/read-nft'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { type Move, readMoves } from '../moves.ts'
import { readAccounts } from '../read-accounts.ts'

/** The signatures that named an account after a token came into it, and that are still to be looked at. */
type Walk = { since: Signature; before?: Signature; isListed: boolean; newestFirst: Signature[] }
/** By the connection and the token. Anybody can make a walk long: what a round has done of it stays done when a question fails. */
const walks = new WeakMap<object, Map<Address, Walk>>()

type Followed = {
  mint: Address
  /** Keeps the moves that were found, also when a later question fails. */
  path: Move[]
  /** To the node, that may be asked in this round. */
  questions: { left: number }
  /** The slot by which it was not where the books have it. */
  head: number
}

/** From the account that held a token last, as its transaction says, to the one that holds it now, or as far as a round gets. */
export async function followToken(ctx: CustodyContext, connection: SolanaConnection, token: Followed): Promise<void> {
  const last = await readLast(ctx, token.mint)
  if (!last) return
  let since = last.transaction_hash
  let step = await readMove(ctx, connection, since, token)
  while (step?.holder) {
    step = await findNext(ctx, connection, { ...token, holder: step.holder, since: since as Signature })
    if (!step) return
    token.path.push(step)
    since = step.transfer.transaction_hash
  }
}

/** It is where it was. */
export const forgetWalk = (connection: SolanaConnection, mint: Address): void =>
  void walks.get(connection)?.delete(mint)

const readLast = ({ db }: CustodyContext, mint: Address) =>
  db
    .selectFrom('chain_transfers')
    .select('transaction_hash')
    .where('chain', '=', 'SOL')
    .where('token_id', '=', mint)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The first transaction since then by which the token left this account. */
async function findNext(
  ctx: CustodyContext,
  connection: SolanaConnection,
  token: Followed & { holder: Address; since: Signature },
): Promise<Move | undefined> {
  const walk = walkOf(connection, token)
  while (token.questions.left > 0) {
    const signature = walk.newestFirst.at(-1)
    if (!walk.isListed) await listOn(connection, walk, token)
    else if (signature) {
      const move = await readMove(ctx, connection, signature, token)
      walk.newestFirst.pop()
      if (move) return move
    } else {
      // A node may list a signature late: the next round begins again.
      forgetWalk(connection, token.mint)
      await assertHeld(connection, token)
      return undefined
    }
  }
  return undefined
}

function walkOf(connection: SolanaConnection, { mint, since }: { mint: Address; since: Signature }): Walk {
  const ofAll = walks.get(connection) ?? new Map<Address, Walk>()
  walks.set(connection, ofAll)
  const begun = ofAll.get(mint)
  if (begun?.since === since) return begun
  const walk = { since, isListed: false, newestFirst: [] }
  ofAll.set(mint, walk)
  return walk
}

async function listOn({ rpc }: SolanaConnection, walk: Walk, { holder, questions }: Followed & { holder: Address }) {
  questions.left--
  const { since: until, before } = walk
  const config = { commitment: 'confirmed', until, ...(before && { before }) } as const
  const page = await rpc.getSignaturesForAddress(holder, config).send()
  walk.newestFirst.push(...page.filter(({ err }) => err === null).map(({ signature }) => signature))
  const last = page.at(-1)
  if (last) walk.before = last.signature
  else walk.isListed = true
}

/** @throws InconsistentAnswer when the token has left by what the node does not list, or by a transaction of a newer version */
async function assertHeld(
  connection: SolanaConnection,
  { mint, holder, questions, head }: Followed & { holder: Address },
): Promise<void> {
  questions.left--
  const { accounts } = await readAccounts(connection, [holder], { minSlot: BigInt(head) })
  const holding = accounts[0] && readHolding(accounts[0])
  if (holding?.mint !== mint || holding.amount !== 1n)
    throw new InconsistentAnswer(`the node does not tell how ${mint} has left ${holder}`)
}

async function readMove(
  ctx: CustodyContext,
  connection: SolanaConnection,
  signature: string,
  { mint, questions }: Followed,
): Promise<Move | undefined> {
  questions.left--
  const moves = await readMoves(ctx, connection, signature)
  if (!moves) throw new InconsistentAnswer(`the node does not have ${signature}`)
  return moves.find(({ transfer }) => transfer.token_id === mint)
}
