import { type Account, type Hex, keccak256 } from 'viem'
import type { Context } from '../../../context.ts'
import { inTransaction, type Tx } from '../../../db/client.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import type { Intent } from '../../intents/intent.ts'
import { lockSigner, type StoredTransaction, storeTransaction } from '../../sending/store-transaction.ts'
import { takeIntents } from '../../sending/take-intents.ts'

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type Unsigned = { to: Hex; data: Hex; gas: bigint; nonce: number; fees: Fees; intents: Pick<Intent, 'id'>[] }

/**
 * Gives a call its nonce, signs it and stores the bytes, in one transaction under the lock on the signer's row. The
 * intents become SENT in it: another worker that has prepared the same ones updates fewer rows than expected and rolls back.
 * @returns undefined when another worker was first, or bytes to be minted were blocked meanwhile
 */
export async function signTransaction(
  ctx: Context,
  connection: EvmConnection,
  call: { signer: Account; data: Hex; gas: bigint; intents: Intent[] },
): Promise<StoredTransaction | undefined> {
  const { signer, data, gas, intents } = call
  const [count, fees] = await Promise.all([
    connection.client.getTransactionCount({ address: signer.address }),
    connection.client.estimateFeesPerGas(),
  ])
  return inTransaction(ctx.db, async (tx) => {
    await lockSigner(tx, { chain: connection.chain, address: signer.address })
    if (!(await takeIntents(ctx, tx, intents))) return undefined
    const nonce = await findFreeNonce(tx, connection, { signer, count })
    return storeSigned(ctx, tx, connection, signer, { to: connection.contract, data, gas, nonce, fees, intents })
  })
}

/**
 * The lowest nonce from the chain's count on that none of our transactions has. So nonces that were lost leave no gap, and
 * those that another process has used are skipped, so drift is repaired.
 */
async function findFreeNonce(
  tx: Tx,
  { chain }: EvmConnection,
  { signer, count }: { signer: Account; count: number },
): Promise<number> {
  const rows = await tx
    .selectFrom('chain_transactions')
    .select('nonce')
    .where('chain', '=', chain)
    .where('signer', '=', signer.address)
    .where('nonce', '>=', count)
    .where('status', 'in', ['SIGNED', 'SENT', 'MINED'])
    .execute()
  const used = new Set(rows.map((row) => row.nonce))
  let nonce = count
  while (used.has(nonce)) nonce++
  return nonce
}

export async function storeSigned(
  ctx: Context,
  tx: Tx,
  { chain, chainId }: EvmConnection,
  signer: Account,
  call: Unsigned & { value?: bigint },
): Promise<StoredTransaction> {
  const { to, data, gas, nonce, fees, intents } = call
  if (!signer.signTransaction) throw new Error('this signer cannot sign')
  const fee = { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
  const raw = await signer.signTransaction({ type: 'eip1559', chainId, to, data, gas, nonce, ...fee })
  const signed = { chain, signer: signer.address, nonce, max_fee_per_gas: String(fees.maxFeePerGas) }
  const transaction = await storeTransaction(ctx, tx, { ...signed, hash: keccak256(raw), raw }, intents)
  await tx
    .updateTable('chain_signers')
    .set({ next_nonce: nonce + 1 })
    .where('chain', '=', chain)
    .where('address', '=', signer.address)
    .where('next_nonce', '<=', nonce)
    .execute()
  return transaction
}
