import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict, invalidField } from '../../http/app-error.ts'
import {
  changeOperatorSettings,
  findSettingTime,
  getOperatorSettings,
  lockSetting,
} from '../../settings/settings-store.ts'

type Input = {
  nftIds: string[]
  userIds: string[]
  /** The time of the choice as it was shown. Null: there was none; undefined: the choice may be any. */
  shownTime?: Date | null | undefined
  actorId: string
  requestId: string
}

/**
 * Puts these NFTs and members on the front of Explore, in this order. What was chosen before may stay while it cannot be shown.
 * @throws AppError conflict when another admin chose meanwhile, invalid at its field when a new one could not be shown
 */
export async function chooseFeatured(
  ctx: Context,
  tx: Tx,
  { nftIds, userIds, shownTime, ...by }: Input,
): Promise<void> {
  await lockSetting(tx, 'featured')
  if (shownTime !== undefined && shownTime?.getTime() !== (await findSettingTime(tx, 'featured'))?.getTime())
    throw conflict('Another admin has changed the front since it was shown. Look at it again, then save.')
  const { featured: before } = await getOperatorSettings(ctx, tx)
  const newNftIds = nftIds.filter((id) => !before.nftIds.includes(id))
  const newUserIds = userIds.filter((id) => !before.userIds.includes(id))
  if ((await countShownNfts(tx, newNftIds)) < newNftIds.length)
    throw invalidField('nfts', 'One of these works is not approved, or was taken down')
  if ((await countActiveMembers(tx, newUserIds)) < newUserIds.length)
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
