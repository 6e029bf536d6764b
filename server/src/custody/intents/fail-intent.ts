import { withoutUrlSecrets } from '../../errors/without-url-secrets.ts'
import type { Tx } from '../../db/client.ts'
import type { CustodyContext } from '../outcomes.ts'
import type { Intent } from './intent.ts'
import { recordNotSent } from './record-not-sent.ts'

/** The intent can never succeed: the waiting member is refunded and told why. */
export async function failIntent(ctx: CustodyContext, tx: Tx, intent: Intent, reason: string): Promise<void> {
  const failed = await tx
    .updateTable('chain_intents')
    .set({ status: 'FAILED', error: withoutUrlSecrets(reason), due_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', intent.id)
    .where('status', 'in', ['WAITING', 'SENT'])
    .returning('id')
    .executeTakeFirst()
  if (!failed) return
  const level = intent.kind === 'SETTLE' ? 'error' : 'warn'
  ctx.log[level]({ intent: intent.id, kind: intent.kind, reason }, 'an intent failed for good')
  if (intent.kind === 'MINT' && intent.nft_id)
    await ctx.outcomes.onMintFailed(ctx, tx, { nftId: intent.nft_id, reason })
  if (intent.kind === 'SETTLE' && intent.listing_id)
    await ctx.outcomes.onSaleImpossible(ctx, tx, { listingId: intent.listing_id, reason })
  await recordNotSent(ctx, tx, intent, reason)
}
