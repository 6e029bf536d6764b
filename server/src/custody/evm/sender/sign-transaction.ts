import { type Account, type Hex, keccak256 } from 'viem'
import type { Context } from '../../../context.ts'
import { inTransaction, type Tx } from '../../../db/client.ts'
import type { ChainConnection } from '../../../gateways/chain/chain-access.ts'
import { type Intent, nftIdsOf } from '../../intents/intent.ts'
import { findUnmintable, lockBytesOf } from '../../../media/files/blocked-bytes.ts'

export type StoredTransaction = { id: string; hash: Hex; raw: Hex }
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type Unsigned = { to: Hex; data: Hex; gas: bigint; nonce: number; fees: Fees; intents: Pick<Intent, 'id'>[] }

/**
 * Gives a call its nonce, signs it and stores the bytes, in one transaction under the lock on the signer's row. The
 * intents become SENT in it: another worker that has prepared the same ones updates fewer rows than expected and rolls back.
 * @returns undefined when another worker was first, or bytes to be minted were blocked meanwhile
 */
export async function signTransaction(
  ctx: Context,
  connection: ChainConnection,
  call: { signer: Account; data: Hex; gas: bigint; intents: Intent[] },
): Promise<StoredTransaction | undefined> {
  const { signer, data, gas, intents } = call
  const [count, fees] = await Promise.all([
    connection.client.getTransactionCount({ address: signer.address }),
    connection.client.estimateFeesPerGas(),
  ])
  return inTransaction(ctx.db, async (tx) => {
    await lockSigner(tx, connection, signer)
    if (await isAnyMintBlocked(tx, intents)) return undefined
    if (!(await takeIntents(ctx, tx, intents))) return undefined
    const nonce = await findFreeNonce(tx, connection, { signer, count })
    return storeSigned(ctx, tx, connection, signer, { to: connection.contract, data, gas, nonce, fees, intents })
  })
}

export async function lockSigner(tx: Tx, { chain }: ChainConnection, { address }: Account): Promise<void> {
  await tx
    .insertInto('chain_signers')
    .values({ chain, address, next_nonce: 0 })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
    .execute()
  const row = tx.selectFrom('chain_signers').select('address').where('chain', '=', chain).where('address', '=', address)
  await row.forUpdate().executeTakeFirstOrThrow()
}

/** A mint whose bytes were blocked after its preparation fails at the next one. */
async function isAnyMintBlocked(tx: Tx, intents: Intent[]): Promise<boolean> {
  const nftIds = nftIdsOf(intents.filter(({ kind }) => kind === 'MINT'))
  await lockBytesOf(tx, nftIds)
  return (await findUnmintable(tx, nftIds)).size > 0
}

async function takeIntents(ctx: Context, tx: Tx, intents: Intent[]): Promise<boolean> {
  const ids = intents.map((intent) => intent.id)
  const waiting = await tx
    .selectFrom('chain_intents')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'WAITING')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (waiting.length !== ids.length) return false
  await tx
    .updateTable('chain_intents')
    .set({ status: 'SENT', due_at: null, updated_at: ctx.clock.now() })
    .where('id', 'in', ids)
    .execute()
  return true
}

/**
 * The lowest nonce from the chain's count on that none of our transactions has. So nonces that were lost leave no gap, and
 * those that another process has used are skipped, so drift is repaired.
 */
async function findFreeNonce(
  tx: Tx,
  { chain }: ChainConnection,
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

/** Stored before the broadcast: after any crash the bytes that may be on their way are known. */
export async function storeSigned(
  ctx: Context,
  tx: Tx,
  connection: ChainConnection,
  signer: Account,
  call: Unsigned & { value?: bigint },
): Promise<StoredTransaction> {
  const { to, data, gas, nonce, fees, intents } = call
  if (!signer.signTransaction) throw new Error('this signer cannot sign')
  const fee = { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
  const raw = await signer.signTransaction({
    type: 'eip1559',
    chainId: connection.chainId,
    to,
    data,
    gas,
    nonce,
    ...fee,
  })
  const now = ctx.clock.now()
  const transaction = { id: ctx.random.id(), hash: keccak256(raw), raw }
  await tx
    .insertInto('chain_transactions')
    .values({
      ...transaction,
      chain: connection.chain,
      signer: signer.address,
      nonce,
      max_fee_per_gas: String(fees.maxFeePerGas),
      due_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const links = intents.map((intent, position) => ({ transaction_id: transaction.id, intent_id: intent.id, position }))
  if (links.length > 0) await tx.insertInto('chain_transaction_intents').values(links).execute()
  await tx
    .updateTable('chain_signers')
    .set({ next_nonce: nonce + 1 })
    .where('chain', '=', connection.chain)
    .where('address', '=', signer.address)
    .where('next_nonce', '<=', nonce)
    .execute()
  return transaction
}
