import type { Address, Signature } from '@solana/kit'
import { readNft } from '@verso/solana/read-nft'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { NOBODY } from '../../transfers/transfer.ts'
import { type Move, readMoves } from '../moves.ts'
import { readAccounts } from '../read-accounts.ts'
import type { Position } from './position.ts'

const PAGE = 1_000
/** A node may list a signature later than it has the slot. */
const LATE_SLOTS = 150

/**
 * Mints into our collection that the books do not have, by the signatures of the collection's own mint, which each of them
 * names: of another process, or of the time since a backup that was restored.
 */
export async function findNewMints(
  ctx: CustodyContext,
  connection: SolanaConnection,
  { indexed_block }: Position,
): Promise<Move[]> {
  const moves: Move[] = []
  for (const signature of await listUnknown(ctx, connection, indexed_block - LATE_SLOTS)) {
    const found = await readMoves(ctx, connection, signature)
    if (!found) throw new InconsistentAnswer(`the node lists ${signature} and does not have it`)
    moves.push(...found.filter(({ transfer }) => transfer.from_address === NOBODY.SOL))
  }
  const { accounts } = await readAccountsOf(connection, moves)
  // Anybody can name our collection in a transaction: the mint itself has to be a member.
  return moves.filter((_move, index) => {
    const account = accounts[index]
    return account !== undefined && readNft(account)?.collection === connection.contract
  })
}

const readAccountsOf = async (connection: SolanaConnection, moves: Move[]) =>
  moves.length === 0
    ? { accounts: [] }
    : readAccounts(
        connection,
        moves.map(({ transfer }) => transfer.token_id as Address),
      )

/** The oldest first. */
async function listUnknown(
  ctx: CustodyContext,
  { rpc, contract }: SolanaConnection,
  afterSlot: number,
): Promise<string[]> {
  const listed: string[] = []
  let before: Signature | undefined
  for (;;) {
    const config = { commitment: 'confirmed', limit: PAGE, ...(before && { before }) } as const
    const page = await rpc.getSignaturesForAddress(contract, config).send()
    const recent = page.filter(({ slot, err }) => Number(slot) > afterSlot && err === null)
    listed.push(...recent.map(({ signature }) => signature))
    const last = page.at(-1)
    if (page.length < PAGE || !last || Number(last.slot) <= afterSlot) break
    before = last.signature
  }
  return (await withoutKnown(ctx, listed)).reverse()
}

/** One that was dropped has landed all the same when the node lists it. */
async function withoutKnown({ db }: CustodyContext, signatures: string[]): Promise<string[]> {
  if (signatures.length === 0) return []
  const rows = await db
    .selectFrom('chain_transactions')
    .select('hash')
    .where('hash', 'in', signatures)
    .where('status', '<>', 'DROPPED')
    .execute()
  const known = new Set(rows.map(({ hash }) => hash))
  return signatures.filter((signature) => !known.has(signature))
}
