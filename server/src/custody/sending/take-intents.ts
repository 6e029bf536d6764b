import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { findBlocked, lockBytesOf } from '../../media/files/blocked-bytes.ts'
import { type Intent, nftIdsOf } from '../intents/intent.ts'

/**
 * The intents become SENT in the transaction that stores the bytes for them.
 * @returns false when another worker was first, or bytes to be minted were blocked meanwhile: then nothing is to be stored
 */
export async function takeIntents(ctx: Context, tx: Tx, intents: Intent[]): Promise<boolean> {
  if (await isAnyMintBlocked(tx, intents)) return false
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

/** A mint whose bytes were blocked after its preparation fails at the next one. */
async function isAnyMintBlocked(tx: Tx, intents: Intent[]): Promise<boolean> {
  const nftIds = nftIdsOf(intents.filter(({ kind }) => kind === 'MINT'))
  await lockBytesOf(tx, nftIds)
  return (await findBlocked(tx, nftIds)).size > 0
}
