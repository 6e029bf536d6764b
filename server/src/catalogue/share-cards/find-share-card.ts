import { id as uuid } from '@verso/protocol/envelope'
import { patternOf } from '@verso/protocol/pages/page-path'
import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { memberName } from '@verso/protocol/users/member-name'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { fileUrl } from '../../media/files/file-urls.ts'
import { isWithheldFromNft } from '../../media/files/withheld-files.ts'
import { FEED_PATH } from '../feeds/find-feed.ts'
import type { ShareCard } from './render-head.ts'

const SHARED = { nft: patternOf(PAGES.nft), user: patternOf(PAGES.user) }
/** Chats and search engines show no more of a description. */
const DESCRIPTION_LENGTH = 160

type Found = Omit<ShareCard, 'image' | 'url' | 'brand' | 'feed'> & { imageKey: string | null }

/**
 * The preview of a link to this page; undefined for every other page, for an id that does not exist, for a
 * NFT that was taken down and for a member who has left or is suspended.
 */
export async function findShareCard(
  ctx: Context,
  path: string,
  urls: { public: string; media: string },
): Promise<ShareCard | undefined> {
  const { nftId } = SHARED.nft.exec(path)?.groups ?? {}
  const { userId } = SHARED.user.exec(path)?.groups ?? {}
  const id = nftId ?? userId
  if (!id || !uuid.safeParse(id).success) return undefined
  const found = nftId ? await findNft(ctx, id) : await findMember(ctx, id)
  if (!found) return undefined
  const { imageKey, ...texts } = found
  const url = urls.public + (nftId ? addressOf('nft', { nftId }) : addressOf('user', { userId: id }))
  return {
    ...texts,
    brand: ctx.config.brand,
    url,
    ...(!nftId && { feed: url + FEED_PATH }),
    image: imageKey && fileUrl(urls, { storage_key: imageKey }),
  }
}

/** The page-size copy of the picture; until it is made, the picture itself. What is no picture has its thumbnail. */
async function findNft(ctx: Context, id: string): Promise<Found | undefined> {
  const nft = await ctx.db
    .selectFrom('nfts')
    .innerJoin('users as creator', 'creator.id', 'nfts.created_by')
    .innerJoin('files as file', 'file.id', 'nfts.file_id')
    .innerJoin('files as picture', (join) =>
      join.on(
        sql<boolean>`picture.id = case file.media_type when 'image' then nfts.file_id else nfts.thumbnail_file_id end`,
      ),
    )
    .leftJoin('file_variants as copy', (join) =>
      join.onRef('copy.file_id', '=', 'picture.id').on('copy.name', '=', 'page'),
    )
    .select(['nfts.name', 'nfts.description', 'nfts.alt_text', 'picture.storage_key', 'copy.storage_key as copy_key'])
    .select(['creator.id', 'creator.display_name', 'creator.first_name'])
    .select(isWithheldFromNft(sql`picture`).as('is_withheld'))
    .where('nfts.id', '=', id)
    .where('nfts.taken_down_at', 'is', null)
    .executeTakeFirst()
  if (!nft) return undefined
  const title = `${nft.name} by ${memberName(nft)}`
  return {
    type: 'website',
    title,
    description: shortened(nft.description) || title,
    imageKey: nft.is_withheld ? null : (nft.copy_key ?? nft.storage_key),
    imageAlt: nft.alt_text || nft.name,
  }
}

async function findMember(ctx: Context, id: string): Promise<Found | undefined> {
  const member = await ctx.db
    .selectFrom('users')
    .leftJoin('files as picture', (join) =>
      join.on(sql<boolean>`picture.id = coalesce(users.header_image_file_id, users.avatar_file_id)`),
    )
    .leftJoin('file_variants as copy', (join) =>
      join.onRef('copy.file_id', '=', 'picture.id').on('copy.name', '=', 'page'),
    )
    .select([
      'users.id',
      'users.display_name',
      'users.first_name',
      'users.bio',
      'picture.storage_key',
      'copy.storage_key as copy_key',
    ])
    .where('users.id', '=', id)
    .where('users.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!member) return undefined
  const name = memberName(member)
  return {
    type: 'profile',
    title: name,
    description: shortened(member.bio) || `Works made and collected by ${name}.`,
    imageKey: member.copy_key ?? member.storage_key,
    imageAlt: name,
  }
}

function shortened(text: string | null): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  // By characters as people see them: half of an emoji is no text.
  const characters = Array.from(line)
  return characters.length > DESCRIPTION_LENGTH ? `${characters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…` : line
}
