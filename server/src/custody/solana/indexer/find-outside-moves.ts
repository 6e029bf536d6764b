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

/** Once through all tokens, in as many rounds as it takes. */
export type Pass = {
  /** The last token that was compared. */
  after?: string
  /** Every move up to this slot is found by the end of it. */
  readTo: number
  /** None of the tokens has to be looked at again. */
  isWhole: boolean
}
type Token = { id: string; token_id: string | null; owner_address: string | null }

/**
 * Moves of our tokens that we did not make. A plain transfer names no mint, so it is not the transactions that are looked
 * through: where the account that held a token does not hold it any more, the way that it took is followed. One that cannot be
 * followed keeps none of the others from it.
 */
export async function findOutsideMoves(
  ctx: CustodyContext,
  connection: SolanaConnection,
  { pass, head }: { pass: Pass; head: number },
): Promise<Found & { pass: Pass; isEnd: boolean }> {
  const found: Found = { moves: [], failures: [] }
  const tokens = await listTokens(ctx, pass)
  let { isWhole } = pass
  let left = MOST_QUESTIONS.round
  for (const { id, token_id } of await listMoved(connection, tokens, head)) {
    const path: Move[] = []
    const questions = { left: MOST_QUESTIONS.token }
    await followToken(ctx, connection, { mint: token_id as Address, path, questions, head }).catch((error: unknown) =>
      found.failures.push(error),
    )
    found.moves.push(...path)
    isWhole &&= found.failures.length === 0 && questions.left > 0
    left -= MOST_QUESTIONS.token - questions.left
    if (left <= 0) return { ...found, pass: { ...pass, after: id, isWhole }, isEnd: false }
  }
  const isEnd = tokens.length < WATCHED
  return { ...found, pass: { ...pass, after: tokens.at(-1)?.id ?? pass.after, isWhole }, isEnd }
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

/** The next ones; those that are being sent are looked after by the sender. */
function listTokens({ db }: CustodyContext, { after }: Pass): Promise<Token[]> {
  const minted = db
    .selectFrom('nfts')
    .select(['id', 'token_id', 'owner_address'])
    .where('chain', '=', 'SOL')
    .where('mint_status', '=', 'SUCCESSED')
    // One that was burned moves no more.
    .where('owner_address', '<>', NOBODY.SOL)
  return (after ? minted.where('id', '>', after) : minted).orderBy('id').limit(WATCHED).execute()
}
