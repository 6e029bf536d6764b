import { type Account, type Hex, parseTransaction } from 'viem'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/client.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { broadcast } from '../../sending/broadcast.ts'
import { lockSigner } from '../../sending/store-transaction.ts'
import { nodeOf } from '../sender/node-of.ts'
import { type Fees, storeSigned } from '../sender/sign-transaction.ts'
import type { TransactionRow } from './transaction-queries.ts'

/** Nodes ask for at least a tenth more; an eighth is on the safe side of their rounding. */
const raise = (fee: bigint): bigint => (fee * 9n) / 8n + 1n
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** A transaction that is refused or unmined at five times the current price has another fault than its fee. */
const MAX_OVER_ASKED = 5n
/** The estimate is the base fee and a fifth. */
const baseFeeOf = (asked: Fees): bigint => (asked.maxFeePerGas * 5n) / 6n

/**
 * Signs the same call at the same nonce with a higher fee. The old hash is kept: it may still be the one that is mined.
 * A transaction that is not stuck yet is replaced only if its fee is too low for any block.
 * @returns whether it was replaced, by this or another worker
 */
export async function replaceTransaction(
  ctx: Context,
  connection: EvmConnection,
  { signer, transaction, isStuck }: { signer: Account; transaction: TransactionRow; isStuck: boolean },
): Promise<boolean> {
  const old = parseTransaction(transaction.raw as Hex)
  const asked = await connection.client.estimateFeesPerGas()
  const offered = old.maxFeePerGas ?? 0n
  if (!isStuck && offered >= baseFeeOf(asked)) return false
  if (offered >= asked.maxFeePerGas * MAX_OVER_ASKED) return false
  const fees: Fees = {
    maxFeePerGas: higher(raise(offered), asked.maxFeePerGas),
    maxPriorityFeePerGas: higher(raise(old.maxPriorityFeePerGas ?? 0n), asked.maxPriorityFeePerGas),
  }
  const replacement = await inTransaction(ctx.db, async (tx) => {
    await lockSigner(tx, { chain: connection.chain, address: signer.address })
    const replaced = await tx
      .updateTable('chain_transactions')
      .set({ status: 'REPLACED', due_at: null, updated_at: ctx.clock.now() })
      .where('id', '=', transaction.id)
      .where('status', 'in', ['SIGNED', 'SENT'])
      .returning('id')
      .executeTakeFirst()
    if (!replaced) return undefined
    const links = await tx
      .selectFrom('chain_transaction_intents')
      .select('intent_id')
      .where('transaction_id', '=', transaction.id)
      .orderBy('position')
      .execute()
    const call = { to: old.to as Hex, data: old.data ?? '0x', gas: old.gas ?? 21_000n, nonce: transaction.nonce, fees }
    const intents = links.map((link) => ({ id: link.intent_id }))
    return storeSigned(ctx, tx, connection, signer, { ...call, intents })
  })
  if (!replacement) return true
  ctx.log.info(
    { chain: connection.chain, hash: transaction.hash, by: replacement.hash },
    'a stuck transaction was replaced',
  )
  await broadcast(ctx, nodeOf(connection), replacement)
  return true
}
