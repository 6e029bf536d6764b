import { isSameAddress } from '@verso/protocol/chains/addresses'
import type { Context } from '../../context.ts'
import type { Intent } from '../intents/intent.ts'

/**
 * True when a token is not where an intent needs it and nothing of ours can bring it back: the indexer has seen the owner
 * that the chain names, and no other intent for the token is on its way (a reorganisation may be sending a mint again).
 */
export async function hasLeftForGood(ctx: Context, intent: Intent, chainOwner: string): Promise<boolean> {
  if (!intent.nft_id) return false
  const nft = await ctx.db.selectFrom('nfts').select('owner_address').where('id', '=', intent.nft_id).executeTakeFirst()
  if (!nft?.owner_address || !isSameAddress(nft.owner_address, chainOwner)) return false
  const other = await ctx.db
    .selectFrom('chain_intents')
    .select('id')
    .where('nft_id', '=', intent.nft_id)
    .where('id', '<>', intent.id)
    .where('status', 'in', ['WAITING', 'SENT'])
    .executeTakeFirst()
  return other === undefined
}
