import type { Address, EncodedAccount } from '@solana/kit'
import { readHolding } from '@verso/solana/read-nft'
import { findTokenAccount } from '@verso/solana/token-address'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { NOBODY } from '../../transfers/transfer.ts'
import type { Move } from '../moves.ts'
import { readAccounts } from '../read-accounts.ts'
import { followToken, forgetWalk } from './follow-token.ts'
import type { Found } from './position.ts'

/** So many tokens are compared in a round, five questions to the node; all of them in rounds that follow. */
export const WATCHED = 500
/** So many more are asked about those that have moved, of which one takes no more than its part: the others' turn comes as well. */
const MOST_QUESTIONS = { round: 500, token: 100 }
const cursors = new WeakMap<object, string>()

type Token = { id: string; token_id: string | null; owner_address: string | null }

/**
 * Moves of our tokens that we did not make. A plain transfer names no mint, so it is not the transactions that are looked
 * through: where the account that held a token does not hold it any more, the way that it took is followed. One that cannot be
 * followed keeps none of the others from it.
 */
export async function findOutsideMoves(
  ctx: CustodyContext,
  connection: SolanaConnection,
  head: number,
): Promise<Found> {
  const found: Found = { moves: [], failures: [] }
  let left = MOST_QUESTIONS.round
  for (const { id, token_id } of await listMoved(connection, await listTokens(ctx, connection), head)) {
    const path: Move[] = []
    const questions = { left: MOST_QUESTIONS.token }
    await followToken(ctx, connection, { mint: token_id as Address, path, questions }).catch((error: unknown) =>
      found.failures.push(error),
    )
    found.moves.push(...path)
    left -= MOST_QUESTIONS.token - questions.left
    if (left > 0) continue
    cursors.set(connection, id)
    break
  }
  return found
}

/** Those that are not where the books have them. */
async function listMoved(connection: SolanaConnection, tokens: Token[], head: number): Promise<Token[]> {
  if (tokens.length === 0) return []
  const holders = await Promise.all(
    tokens.map(({ token_id, owner_address }) => findTokenAccount(token_id as Address, owner_address as Address)),
  )
  const { accounts } = await readAccounts(connection, holders, { minSlot: BigInt(head) })
  return tokens.filter((token, index) => {
    const hasMoved = !isHolding(accounts[index], token)
    if (!hasMoved) forgetWalk(connection, token.token_id as Address)
    return hasMoved
  })
}

function isHolding(account: EncodedAccount | undefined, { owner_address }: Token): boolean {
  const holding = account && readHolding(account)
  return holding?.amount === 1n && holding.owner === owner_address
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
