import type { Address, Signature } from '@solana/kit'
import { readNft } from '@verso/solana/read-nft'
import { sql } from 'kysely'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { NOBODY } from '../../transfers/transfer.ts'
import { type Move, readMoves } from '../moves.ts'
import { readAccounts } from '../read-accounts.ts'
import type { Found, Position } from './position.ts'

const PAGE = 1_000
/** A node may list a signature later than it has the slot. */
const LATE_SLOTS = 150
/** So many transactions are read in a round. */
const MOST_READ = 200
/** Signatures of those slots that are no mints of ours: each is read once. */
const strangers = new WeakMap<object, Set<Signature>>()

type Listed = { signature: Signature; slot: bigint }

/**
 * Mints into our collection that the books do not have, by the signatures of the collection's own mint, which each of them
 * names: of another process, or of the time since a backup that was restored.
 * @returns also the slot up to which none is left
 */
export async function findNewMints(
  ctx: CustodyContext,
  connection: SolanaConnection,
  { row, head, isCatchingUp }: { row: Position; head: number; isCatchingUp: boolean },
): Promise<Found & { readTo: number }> {
  const listed = await listUnread(connection, row.indexed_block - LATE_SLOTS)
  const unknown = await withoutKnown(ctx, listed, isCatchingUp)
  const { read, mints, failures } = await readMints(ctx, connection, unknown)
  const moves = await onlyOurs(connection, mints, head)
  const ours = new Set<string>(moves.map(({ transfer }) => transfer.transaction_hash))
  for (const { signature } of read) if (!ours.has(signature)) strangersOf(connection).add(signature)
  const next = unknown[read.length]
  return { moves, failures, readTo: next ? Math.max(row.indexed_block, Number(next.slot) - 1) : head }
}

/** As many as a round reads, and up to the first that the node does not tell. */
async function readMints(ctx: CustodyContext, connection: SolanaConnection, unknown: readonly Listed[]) {
  const read: Listed[] = []
  const mints: Move[] = []
  const failures: unknown[] = []
  try {
    for (const listed of unknown.slice(0, MOST_READ)) {
      const moves = await readMoves(ctx, connection, listed.signature)
      if (!moves) throw new InconsistentAnswer(`the node lists ${listed.signature} and does not have it`)
      mints.push(...moves.filter(({ transfer }) => transfer.from_address === NOBODY.SOL))
      read.push(listed)
    }
  } catch (error) {
    failures.push(error)
  }
  return { read, mints, failures }
}

/** Anybody can name our collection in a transaction: the mint itself has to be a member. */
async function onlyOurs(connection: SolanaConnection, mints: Move[], head: number): Promise<Move[]> {
  if (mints.length === 0) return []
  const addresses = mints.map(({ transfer }) => transfer.token_id as Address)
  const { accounts } = await readAccounts(connection, addresses, { minSlot: BigInt(head) })
  return mints.filter((_mint, index) => {
    const account = accounts[index]
    return account !== undefined && readNft(account)?.collection === connection.contract
  })
}

function strangersOf(connection: SolanaConnection): Set<Signature> {
  const known = strangers.get(connection) ?? new Set<Signature>()
  strangers.set(connection, known)
  return known
}

/** The oldest first. */
async function listUnread(connection: SolanaConnection, afterSlot: number): Promise<Listed[]> {
  const listed: Listed[] = []
  let before: Signature | undefined
  for (;;) {
    const config = { commitment: 'confirmed', limit: PAGE, ...(before && { before }) } as const
    const page = await connection.rpc.getSignaturesForAddress(connection.contract, config).send()
    listed.push(...page.filter(({ slot, err }) => Number(slot) > afterSlot && err === null))
    const last = page.at(-1)
    if (page.length < PAGE || !last || Number(last.slot) <= afterSlot) break
    before = last.signature
  }
  const known = strangersOf(connection)
  strangers.set(connection, new Set(listed.flatMap(({ signature }) => (known.has(signature) ? [signature] : []))))
  return listed.filter(({ signature }) => !known.has(signature)).reverse()
}

/**
 * One that was dropped has landed all the same when the node lists it. What was on its way in a backup is not left to those who follow it: until
 * they have come to it, nothing would look for where its token went.
 */
async function withoutKnown({ db }: CustodyContext, listed: Listed[], isCatchingUp: boolean): Promise<Listed[]> {
  if (listed.length === 0) return []
  const unread = ['DROPPED', ...(isCatchingUp ? ['SIGNED', 'SENT'] : [])]
  const [hashes, slots] = [listed.map(({ signature }) => signature), listed.map(({ slot }) => String(slot))]
  const { rows } = await sql<{ hash: string }>`
    select hash from unnest(${hashes}::text[], ${slots}::bigint[]) as listed(hash, slot)
    where exists (select from chain_transactions sent where sent.hash = listed.hash and sent.status <> all(${unread}::text[]))
      or exists (select from chain_transfers moved
        where moved.chain = 'SOL' and moved.block_number = listed.slot and moved.transaction_hash = listed.hash)`.execute(
    db,
  )
  const known = new Set(rows.map(({ hash }) => hash))
  return listed.filter(({ signature }) => !known.has(signature))
}
