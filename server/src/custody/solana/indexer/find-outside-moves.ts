import type { Address, Signature } from '@solana/kit'
import { readHolding } from '@verso/solana/read-nft'
import { findTokenAccount } from '@verso/solana/token-address'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { NOBODY } from '../../transfers/transfer.ts'
import { type Move, readMoves } from '../moves.ts'
import { readAccounts } from '../read-accounts.ts'

/** So many tokens are compared in a round, five questions to the node; all of them in rounds that follow. */
export const WATCHED = 500
const cursors = new WeakMap<object, string>()

type Token = { id: string; token_id: string | null; owner_address: string | null }

/**
 * Moves of our tokens that we did not make. A plain transfer names no mint, so it is not the transactions that are looked
 * through: where the account that held a token does not hold it any more, the way that it took is followed.
 */
export async function findOutsideMoves(
  ctx: CustodyContext,
  connection: SolanaConnection,
  head: number,
): Promise<Move[]> {
  const tokens = await listTokens(ctx, connection)
  if (tokens.length === 0) return []
  const holders = await Promise.all(
    tokens.map(({ token_id, owner_address }) => findTokenAccount(token_id as Address, owner_address as Address)),
  )
  const { accounts } = await readAccounts(connection, holders, { minSlot: BigInt(head) })
  const moves: Move[] = []
  for (const [index, token] of tokens.entries()) {
    const account = accounts[index]
    const holding = account && readHolding(account)
    if (holding?.amount === 1n && holding.owner === token.owner_address) continue
    moves.push(...(await followToken(ctx, connection, token.token_id as Address)))
  }
  return moves
}

/** The next ones; those that are being sent are looked after by who sends them. */
async function listTokens({ db }: CustodyContext, connection: SolanaConnection): Promise<Token[]> {
  const minted = db
    .selectFrom('nfts')
    .select(['id', 'token_id', 'owner_address'])
    .where('chain', '=', 'SOL')
    .where('mint_status', '=', 'SUCCESSED')
    // One that was burned moves no more.
    .where('owner_address', '<>', NOBODY.SOL)
  const after = cursors.get(connection)
  const tokens = await (after ? minted.where('id', '>', after) : minted).orderBy('id').limit(WATCHED).execute()
  const last = tokens.at(-1)
  if (tokens.length === WATCHED && last) cursors.set(connection, last.id)
  else cursors.delete(connection)
  return tokens
}

/** From the account that held it last, as its transaction says, to the one that holds it now. */
async function followToken(ctx: CustodyContext, connection: SolanaConnection, mint: Address): Promise<Move[]> {
  const last = await ctx.db
    .selectFrom('chain_transfers')
    .select('transaction_hash')
    .where('chain', '=', 'SOL')
    .where('token_id', '=', mint)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return []
  const path: Move[] = []
  let step = await readMove(ctx, connection, { signature: last.transaction_hash, mint })
  while (step?.holder) {
    const since = path.at(-1)?.transfer.transaction_hash ?? last.transaction_hash
    step = await findNext(ctx, connection, { mint, holder: step.holder, since })
    if (step) path.push(step)
  }
  return path
}

/** The first transaction since then by which the token left this account. */
async function findNext(
  ctx: CustodyContext,
  connection: SolanaConnection,
  { mint, holder, since }: { mint: Address; holder: Address; since: string },
): Promise<Move | undefined> {
  for (const signature of (await listSince(connection, holder, since as Signature)).reverse()) {
    const move = await readMove(ctx, connection, { signature, mint })
    if (move) return move
  }
  return undefined
}

/** The newest first. Anybody can name an account in as many transactions as they pay for: all pages are read. */
async function listSince({ rpc }: SolanaConnection, holder: Address, since: Signature): Promise<Signature[]> {
  const listed: Signature[] = []
  let before: Signature | undefined
  for (;;) {
    const config = { commitment: 'confirmed', until: since, ...(before && { before }) } as const
    const page = await rpc.getSignaturesForAddress(holder, config).send()
    before = page.at(-1)?.signature
    if (!before) return listed
    listed.push(...page.filter(({ err }) => err === null).map(({ signature }) => signature))
  }
}

async function readMove(
  ctx: CustodyContext,
  connection: SolanaConnection,
  { signature, mint }: { signature: string; mint: Address },
): Promise<Move | undefined> {
  const moves = await readMoves(ctx, connection, signature)
  if (!moves) throw new InconsistentAnswer(`the node does not have ${signature}`)
  return moves.find(({ transfer }) => transfer.token_id === mint)
}
