import type { NotNull } from 'kysely'
import type { Account } from 'viem'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/client.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { broadcast } from '../../sending/broadcast.ts'
import { lockSigner } from '../../sending/store-transaction.ts'
import { nodeOf } from './node-of.ts'
import { storeSigned } from './sign-transaction.ts'

const PLAIN_TRANSFER_GAS = 21_000n

/**
 * A nonce that none of our transactions has, below one that waits, would hold that one up for ever (its bytes were lost, or
 * a reorganisation took another process's). An empty transfer to ourselves fills the gap.
 */
export async function fillNonceGaps(
  ctx: Context,
  connection: EvmConnection,
  { signer, count }: { signer: Account; count: number },
): Promise<void> {
  const { chain } = connection
  const rows = await ctx.db
    .selectFrom('chain_transactions')
    .select(['nonce', 'status'])
    .where('chain', '=', chain)
    .where('signer', '=', signer.address)
    .where('nonce', '>=', count)
    .where('status', 'in', ['SIGNED', 'SENT', 'MINED'])
    .$narrowType<{ nonce: NotNull }>()
    .execute()
  const used = new Set(rows.map((row) => row.nonce))
  const last = Math.max(...rows.filter((row) => row.status !== 'MINED').map((row) => row.nonce))
  for (let nonce = count; nonce < last; nonce++) {
    if (!used.has(nonce)) await fill(ctx, connection, { signer, nonce })
  }
}

async function fill(
  ctx: Context,
  connection: EvmConnection,
  { signer, nonce }: { signer: Account; nonce: number },
): Promise<void> {
  const fees = await connection.client.estimateFeesPerGas()
  const filler = await inTransaction(ctx.db, async (tx) => {
    await lockSigner(tx, { chain: connection.chain, address: signer.address })
    const taken = await tx
      .selectFrom('chain_transactions')
      .select('id')
      .where('chain', '=', connection.chain)
      .where('signer', '=', signer.address)
      .where('nonce', '=', nonce)
      .where('status', 'in', ['SIGNED', 'SENT', 'MINED'])
      .executeTakeFirst()
    if (taken) return undefined
    const call = { to: signer.address, data: '0x', gas: PLAIN_TRANSFER_GAS, nonce, fees, intents: [] } as const
    return storeSigned(ctx, tx, connection, signer, { ...call, intents: [] })
  })
  if (filler) await broadcast(ctx, nodeOf(connection), filler)
}
