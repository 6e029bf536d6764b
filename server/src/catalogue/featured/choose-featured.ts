import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { changeOperatorSettings } from '../../settings/settings-store.ts'

type Input = { nftIds: string[]; userIds: string[]; actorId: string; requestId: string }

/**
 * Puts these NFTs and members on the front of Explore, in this order.
 * @throws AppError invalid at its field when one of them could not be shown
 */
export async function chooseFeatured(ctx: Context, tx: Tx, { nftIds, userIds, ...by }: Input): Promise<void> {
  if ((await countShownNfts(tx, nftIds)) < nftIds.length)
    throw invalidField('nfts', 'One of these works is not approved, or was taken down')
  if ((await countActiveMembers(tx, userIds)) < userIds.length)
    throw invalidField('users', 'One of these members is suspended, deleted or not verified')
  await changeOperatorSettings(ctx, tx, { featured: { nftIds, userIds } }, by)
}

async function countShownNfts(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const query = tx.selectFrom('nfts').select('id').where('id', 'in', ids)
  return (await query.where('approval', '=', 'APPROVED').where('taken_down_at', 'is', null).execute()).length
}

async function countActiveMembers(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const query = tx.selectFrom('users').select('id').where('id', 'in', ids)
  return (await query.where('status', '=', 'ACTIVE').where('email_verified_at', 'is not', null).execute()).length
}
