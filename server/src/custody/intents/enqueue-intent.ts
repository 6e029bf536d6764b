import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ChainIntentsTable } from '../../db/types.gen.ts'
import { ringing } from '../../jobs/bells/bell.ts'
import { sendIntentsBells } from './bells.ts'

export type NewIntent = {
  chain: Chain
  kind: ChainIntentsTable['kind']
  /** The same intent requested twice under one key is done once. */
  businessKey: string
  nftId?: string
  listingId?: string
  paymentId?: string
  userId?: string
  payload: Record<string, unknown>
}

/**
 * Writes what is to happen on chain, in the transaction of its cause, and wakes the sender. From here on it happens
 * exactly once, through any crash.
 */
export async function enqueueIntent(
  ctx: Context,
  tx: Tx,
  intent: NewIntent,
): Promise<{ intentId: string; isNew: boolean }> {
  const now = ctx.clock.now()
  const inserted = await tx
    .insertInto('chain_intents')
    .values({
      id: ctx.random.id(),
      chain: intent.chain,
      kind: intent.kind,
      business_key: intent.businessKey,
      nft_id: intent.nftId ?? null,
      listing_id: intent.listingId ?? null,
      payment_id: intent.paymentId ?? null,
      user_id: intent.userId ?? null,
      payload: JSON.stringify(intent.payload),
      due_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('business_key').doNothing())
    .returning(['id', ringing(sendIntentsBells[intent.chain]).as('ringing')])
    .executeTakeFirst()
  if (inserted) return { intentId: inserted.id, isNew: true }
  const existing = await tx
    .selectFrom('chain_intents')
    .select('id')
    .where('business_key', '=', intent.businessKey)
    .executeTakeFirstOrThrow()
  return { intentId: existing.id, isNew: false }
}
