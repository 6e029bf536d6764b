import {
  type Address,
  isSolanaError,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  type SolanaRpcApi,
} from '@solana/kit'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { CustodyContext } from '../outcomes.ts'
import { applyChanges } from '../transfers/apply-changes.ts'
import { isSameMove, NOBODY, type Transfer } from '../transfers/transfer.ts'

/** That the one token of a mint is another's now; `holder` is the account that has it for them. */
export type Move = { transfer: Omit<Transfer, 'log_index'>; holder: Address | undefined }

type Held = { owner: string; holder: Address | undefined }

/**
 * The moves of tokens of one piece in a transaction, by the balances before and after it: so an inner instruction, or one
 * that names no mint, is seen as well.
 * @returns undefined when the node does not have it (yet)
 */
export async function readMoves(
  { clock }: Pick<Context, 'clock'>,
  { rpc }: { rpc: Rpc<SolanaRpcApi> },
  signature: string,
): Promise<Move[] | undefined> {
  const found = await ask(rpc, signature)
  if (found === 'unreadable') return []
  if (!found?.meta) return undefined
  if (found.meta.err !== null) return []
  const accountKeys = accountsOf(found.transaction.message, found.meta)
  const heldBy = (balances: typeof found.meta.preTokenBalances) =>
    new Map<string, Held>(
      (balances ?? []).flatMap(({ mint, owner, uiTokenAmount, accountIndex }) =>
        uiTokenAmount.decimals === 0 && uiTokenAmount.amount === '1' && owner
          ? [[mint, { owner, holder: accountKeys[accountIndex] }]]
          : [],
      ),
    )
  const [before, after] = [heldBy(found.meta.preTokenBalances), heldBy(found.meta.postTokenBalances)]
  const slot = Number(found.slot)
  const mined_at = found.blockTime === null ? clock.now() : new Date(Number(found.blockTime) * 1000)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((mint) => {
    const [from, to] = [before.get(mint)?.owner ?? NOBODY.SOL, after.get(mint)?.owner ?? NOBODY.SOL]
    const holder = after.get(mint)?.holder
    if (from === to && before.get(mint)?.holder === holder) return []
    const at = { chain: 'SOL', block_number: slot, block_hash: String(slot), transaction_hash: signature, mined_at }
    return [{ transfer: { ...at, token_id: mint, from_address: from, to_address: to }, holder }]
  })
}

async function ask(rpc: Rpc<SolanaRpcApi>, signature: string) {
  const config = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 } as const
  try {
    return await rpc.getTransaction(signature as Signature, config).send()
  } catch (error) {
    // Of a version that is newer than this code: none of ours. That a token has left by one is seen where it was.
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION)) return 'unreadable'
    throw error
  }
}

type Loaded = { loadedAddresses?: { writable: readonly Address[]; readonly: readonly Address[] } }

/** Those that the message names, and after them those that it takes of address tables, as balances number them. */
function accountsOf({ accountKeys }: { accountKeys: readonly Address[] }, meta: object): Address[] {
  const { loadedAddresses: loaded } = meta as Loaded
  return [...accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]
}

/** The reader of outside moves and the one of our own transactions take turns. */
export const lockChain = (tx: Tx) =>
  tx.selectFrom('chains').select('indexed_block').where('chain', '=', 'SOL').forNoKeyUpdate().executeTakeFirstOrThrow()

/** Does all that follows from moves; one that is stored already changes nothing. Under `lockChain`. */
export async function applyMoves(
  ctx: CustodyContext,
  tx: Tx,
  moves: readonly Omit<Transfer, 'log_index'>[],
): Promise<void> {
  const transfers: Transfer[] = []
  for (const move of moves) {
    const log_index = (await countInSlot(tx, move.block_number)) + countSame(transfers, move.block_number)
    const transfer = { ...move, log_index }
    if (!(await isStored(tx, transfer))) transfers.push(transfer)
  }
  await applyChanges(ctx, tx, 'SOL', { removed: [], transfers })
}

const countSame = (transfers: Transfer[], slot: number): number =>
  transfers.filter(({ block_number }) => block_number === slot).length

/** Slots have no numbers for what happens in them that a node would tell: those of one token are in their order. */
async function countInSlot(tx: Tx, slot: number): Promise<number> {
  const { last } = await tx
    .selectFrom('chain_transfers')
    .select((eb) => eb.fn.max('log_index').as('last'))
    .where('chain', '=', 'SOL')
    .where('block_number', '=', slot)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

async function isStored(tx: Tx, transfer: Transfer): Promise<boolean> {
  const stored = await tx
    .selectFrom('chain_transfers')
    .selectAll()
    .where('chain', '=', 'SOL')
    .where('token_id', '=', transfer.token_id)
    .where('transaction_hash', '=', transfer.transaction_hash)
    .execute()
  return stored.some((old) => isSameMove(old, transfer))
}
