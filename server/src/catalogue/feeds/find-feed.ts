import { addressOf } from '@verso/protocol/pages/pages'
import { memberName } from '@verso/protocol/users/member-name'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { type Urls, urlsFor } from '../../http/urls.ts'
import { getUser } from '../../identity/members/queries.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { listDetailsInOrder, type NftDetails } from '../nfts/queries.ts'
import type { Feed, FeedEntry } from './render-feed.ts'

/** As many as a reader that asks once a day may have missed. */
const ENTRIES = 50

/** The address of the feed of all, and the end of each member's. */
export const FEED_PATH = '/feed.xml'

/** The newest works of all, or of one member. @throws AppError not_found for a member who is none, or has left */
export async function findFeed(ctx: Context, userId?: string): Promise<Feed> {
  const urls = urlsFor(ctx)
  const member = userId === undefined ? undefined : await getUser(ctx.db, userId)
  const page = member ? addressOf('user', { userId: member.id }) : ''
  const details = await listDetailsInOrder(ctx.db, await listNewest(ctx.db, member?.id), null)
  return {
    url: urls.public + page + FEED_PATH,
    pageUrl: urls.public + (page || addressOf('home')),
    title: member ? `${memberName(member)} · ${ctx.config.brand}` : `Newest works · ${ctx.config.brand}`,
    author: member ? memberName(member) : ctx.config.brand,
    updatedAt: await findLastChange(
      ctx.db,
      [member?.updated_at ?? new Date(0), ...details.map(({ nft }) => nft.updated_at)],
      details,
    ),
    entries: details.map((each) => entryOf(ctx, each, urls)),
  }
}

/** The NFTs that Explore shows (docs/rules.md R23), written as the indexes say it. */
async function listNewest(db: Db, creatorId: string | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('nfts')
    .select('id')
    .where(sql<boolean>`taken_down_at is null and approval = 'APPROVED'`)
    .$if(creatorId !== undefined, (all) => all.where('created_by', '=', creatorId ?? ''))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ENTRIES)
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest of the works' changes, their creators', and the moderators' decisions: one of those may have taken a work away. */
async function findLastChange(db: Db, changes: Date[], details: NftDetails[]): Promise<Date> {
  const creatorIds = [...new Set(details.map(({ nft }) => nft.created_by))]
  const creators = creatorIds.length
    ? await db.selectFrom('users').select('updated_at as at').where('id', 'in', creatorIds).execute()
    : []
  // Ids rise with time.
  const decisions = await db
    .selectFrom('moderation_decisions')
    .select('created_at as at')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  return new Date(Math.max(...[...changes, ...[...creators, ...decisions].map(({ at }) => at)].map(Number)))
}

function entryOf(ctx: Context, details: NftDetails, urls: Urls): FeedEntry {
  const { nft } = details
  const creator = {
    id: nft.created_by,
    display_name: nft.creator_display_name,
    first_name: nft.creator_first_name,
  }
  return {
    id: nft.id,
    url: urls.public + addressOf('nft', { nftId: nft.id }),
    title: nft.name,
    author: { name: memberName(creator), url: urls.public + addressOf('user', { userId: creator.id }) },
    text: nft.description,
    imageUrl: presentNft(ctx, details, { urls, viewerId: null }).page_url,
    publishedAt: nft.created_at,
    updatedAt: nft.updated_at,
  }
}
