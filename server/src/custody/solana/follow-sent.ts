import type { Address, Nonce, Signature } from '@solana/kit'
import { type Fate, judgeSent } from '@verso/solana/judge-sent'
import type { Selectable } from 'kysely'
import { inTransaction, isDatabaseAway } from '../../db/client.ts'
import type { ChainTransactionsTable } from '../../db/types.gen.ts'
import { Crash } from '../../failpoints.ts'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import { requeueIneffective } from '../intents/requeue-ineffective.ts'
import type { CustodyContext } from '../outcomes.ts'
import { broadcast } from '../sending/broadcast.ts'
import { applyMoves, lockChain, readMoves } from './moves.ts'
import { nodeOf } from './node-of.ts'
import { readNonces } from './nonce-pool.ts'

type SentRow = Selectable<ChainTransactionsTable> & { nonce_account: string; nonce_value: string; nonce_slot: number }
const LIMIT = 200

/** Finds out what became of bytes that were sent; those that may still land are sent again. */
export async function followSent(ctx: CustodyContext, connection: SolanaConnection): Promise<void> {
  const rows = await listSent(ctx)
  try {
    if (rows.length > 0) await judge(ctx, connection, rows)
  } finally {
    await requeueIneffective(ctx, 'SOL')
  }
}

/** A node without that history may have said of a mint that it was never sent: where there is its token, it is asked for again. */
export async function recordDropped(
  ctx: CustodyContext,
  connection: SolanaConnection,
  intentId: string,
): Promise<void> {
  const dropped = await ctx.db
    .selectFrom('chain_transactions')
    .innerJoin('chain_transaction_intents as link', 'link.transaction_id', 'chain_transactions.id')
    .select(['chain_transactions.id', 'hash'])
    .where('link.intent_id', '=', intentId)
    .where('status', '=', 'DROPPED')
    .execute()
  for (const row of dropped)
    await recordLanded(ctx, connection, row).catch((error: unknown) => {
      if (error instanceof Crash || isDatabaseAway(error)) throw error
      const { message } = error as Error
      ctx.log.warn({ chain: 'SOL', hash: row.hash, error: message }, 'a dropped transaction could not be asked for')
    })
}

async function listSent({ db }: CustodyContext): Promise<SentRow[]> {
  const rows = await db
    .selectFrom('chain_transactions')
    .selectAll()
    .where('chain', '=', 'SOL')
    .where('status', 'in', ['SIGNED', 'SENT'])
    .orderBy('created_at')
    .limit(LIMIT)
    .execute()
  return rows as SentRow[]
}

async function judge(ctx: CustodyContext, connection: SolanaConnection, rows: SentRow[]): Promise<void> {
  const addresses = [...new Set(rows.map((row) => row.nonce_account as Address))]
  // Asked before the signatures: see `judgeSent`.
  const nonces = await readNonces(connection, addresses)
  const { context, value } = await connection.rpc
    .getSignatureStatuses(
      rows.map((row) => row.hash as Signature),
      { searchTransactionHistory: true },
    )
    .send()
  const failures: unknown[] = []
  for (const [index, row] of rows.entries()) {
    const nonce = nonces.get(row.nonce_account as Address)
    if (!nonce) continue
    const status = value[index] ?? null
    const fate = judgeSent({
      signedWith: { slot: BigInt(row.nonce_slot), value: row.nonce_value as Nonce },
      nonce,
      status: { slot: context.slot, value: status },
    })
    await settle(ctx, connection, { row, fate, slot: Number(status?.slot) }).catch((error: unknown) => {
      if (error instanceof Crash || isDatabaseAway(error)) throw error
      failures.push(error)
    })
  }
  // A failure of one does not keep the others from the books.
  if (failures.length > 0) throw failures[0]
}

async function settle(
  ctx: CustodyContext,
  connection: SolanaConnection,
  { row, fate, slot }: { row: SentRow; fate: Fate; slot: number },
): Promise<void> {
  if (fate === 'landed') await recordLanded(ctx, connection, row)
  else if (fate === 'failed') await recordFailed(ctx, row, slot)
  else if (fate === 'gone') await drop(ctx, row)
  else await sendAgain(ctx, connection, row)
}

/** Together with what it did: an intent is confirmed in the transaction that says that its bytes have landed. */
async function recordLanded(
  ctx: CustodyContext,
  connection: SolanaConnection,
  row: Pick<SentRow, 'id' | 'hash'>,
): Promise<void> {
  const moves = await readMoves(ctx, connection, row.hash)
  // A node may know a signature before it has its transaction.
  const first = moves?.[0]
  if (!moves || !first) return
  await inTransaction(ctx.db, async (tx) => {
    await lockChain(tx)
    const landed = await tx
      .updateTable('chain_transactions')
      .set({
        status: 'MINED',
        block_number: first.transfer.block_number,
        block_time: first.transfer.mined_at,
        is_success: true,
        due_at: null,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', row.id)
      .where('status', 'in', ['SIGNED', 'SENT', 'DROPPED'])
      .returning('id')
      .executeTakeFirst()
    if (!landed) return
    ctx.failpoints.reach('indexer.before-commit')
    await applyMoves(
      ctx,
      tx,
      moves.map(({ transfer }) => transfer),
    )
  })
  ctx.failpoints.reach('indexer.after-commit')
}

async function recordFailed(ctx: CustodyContext, row: SentRow, slot: number): Promise<void> {
  ctx.log.warn({ chain: 'SOL', hash: row.hash, slot }, 'a transaction failed on chain')
  await ctx.db
    .updateTable('chain_transactions')
    .set({ status: 'MINED', block_number: slot, is_success: false, due_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .execute()
}

async function drop(ctx: CustodyContext, row: SentRow): Promise<void> {
  ctx.log.warn(
    { chain: 'SOL', hash: row.hash },
    'a transaction can never land: its nonce is used or closed; its intent is sent again',
  )
  await ctx.db
    .updateTable('chain_transactions')
    .set({ status: 'DROPPED', due_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .execute()
}

async function sendAgain(ctx: CustodyContext, connection: SolanaConnection, row: SentRow): Promise<void> {
  if (row.due_at && row.due_at > ctx.clock.now()) return
  const { id, hash, raw, broadcasts } = row
  await broadcast(ctx, nodeOf(connection), { id, hash, raw, broadcasts })
}
