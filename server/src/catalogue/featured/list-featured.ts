import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { IS_FOUND_BY_NAME } from '../../identity/members/named-like.ts'
import { isFollowedBy, selectUsers } from '../../identity/members/queries.ts'
import { findSettingTime, getOperatorSettings } from '../../settings/settings-store.ts'
import { listDetailsInOrder, type NftDetails } from '../nfts/queries.ts'
import { type FoundUser, listFoundUsers } from '../search/search.ts'

type Viewer = { userId: string; isAdmin?: boolean } | null
export type FeaturedRows = { nfts: NftDetails[]; users: FoundUser[] }
export type ChosenRows = FeaturedRows & { notShownIds: string[]; updatedAt: Date | null }

/** How many works and artists the front has that nobody has chosen. */
const NEWEST = 4
/** Among so many of the newest works its artists are looked for. */
const LOOKED_AT = 24

/** All that operators have chosen, and what of it visitors do not see now. A member who deleted the account has left it. */
export async function listChosen(ctx: Context, viewer: { userId: string; isAdmin?: boolean }): Promise<ChosenRows> {
  // Before what it is the time of: a choice made between the two is another one.
  const updatedAt = await findSettingTime(ctx.db, 'featured')
  const { nftIds, userIds } = (await getOperatorSettings(ctx)).featured
  const nfts = await listDetailsInOrder(ctx.db, nftIds, viewer)
  const users = await listMembers(ctx.db, userIds, viewer)
  const notShown = [
    ...nfts.map(({ nft }) => nft).filter((nft) => !isShown(nft)),
    ...users.filter((user) => !user.is_shown),
  ]
  return { nfts, users, notShownIds: notShown.map(({ id }) => id), updatedAt }
}

async function listMembers(
  db: Db,
  ids: string[],
  viewer: { userId: string },
): Promise<(FoundUser & { is_shown: boolean })[]> {
  if (ids.length === 0) return []
  const rows = await selectUsers(db)
    .select([isFollowedBy(sql`${viewer.userId}`).as('is_following'), IS_FOUND_BY_NAME.as('is_shown')])
    .where('id', 'in', ids)
    .where('status', '<>', 'DELETED')
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** What the operator has chosen and everybody may still see: approved NFTs, members who can sign in. */
async function listShown(ctx: Context, viewer: Viewer): Promise<FeaturedRows> {
  const { nftIds, userIds } = (await getOperatorSettings(ctx)).featured
  const nfts = await listDetailsInOrder(ctx.db, nftIds, viewer)
  return { nfts: nfts.filter(({ nft }) => isShown(nft)), users: await listFoundUsers(ctx.db, userIds, viewer) }
}

/** The chosen ones, and for a kind without any the newest with sales (docs/rules.md R112). */
export async function listFeatured(ctx: Context, viewer: Viewer): Promise<FeaturedRows> {
  const chosen = await listShown(ctx, viewer)
  if (chosen.nfts.length > 0 && chosen.users.length > 0) return chosen
  const newest = await listNewestSold(ctx.db)
  const nftIds = newest.map(({ id }) => id).slice(0, NEWEST)
  const artistIds = [...new Set(newest.map(({ created_by }) => created_by))]
  return {
    nfts: chosen.nfts.length > 0 ? chosen.nfts : await listDetailsInOrder(ctx.db, nftIds, viewer),
    users: chosen.users.length > 0 ? chosen.users : (await listFoundUsers(ctx.db, artistIds, viewer)).slice(0, NEWEST),
  }
}

const isShown = ({ approval, taken_down_at }: NftDetails['nft']): boolean => approval === 'APPROVED' && !taken_down_at

/** As Explore orders them; the conditions are those of its index. */
const listNewestSold = (db: Db) =>
  db
    .selectFrom('nfts')
    .select(['id', 'created_by'])
    .where(sql<boolean>`taken_down_at is null and approval = 'APPROVED'`)
    .where(sql<boolean>`exists (select from listings where listings.nft_id = nfts.id and listings.status = 'SOLD')`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute()
