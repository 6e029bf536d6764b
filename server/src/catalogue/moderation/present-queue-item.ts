import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { memberName } from '@verso/protocol/users/member-name'
import type { Context } from '../../context.ts'
import type { Urls } from '../../http/urls.ts'
import { presentNft } from '../nfts/present-nft.ts'
import type { QueueItem } from './queries.ts'

export function presentQueueItem(
  ctx: Context,
  item: QueueItem,
  input: { urls: Urls; viewerId: string },
): ModerationItem {
  const { nft, latestListing } = item.details
  return {
    nft: { ...presentNft(ctx, item.details, input), approval: nft.approval },
    needs_approval: nft.approval === 'PENDING',
    listing_needs_approval: latestListing?.status === 'PENDING_APPROVAL',
    waiting_since: item.waitingSince.toISOString(),
    reports: item.reports.map((report) => ({
      id: report.id,
      reason: report.reason,
      text: report.text,
      reporter: report.reporter_id,
      reporter_username: report.reporter_id && memberName({ ...report, id: report.reporter_id }),
      created_at: report.created_at.toISOString(),
    })),
    duplicates: item.duplicates.map((details) => {
      const { id, name, description, card_url, creator, created_at } = presentNft(ctx, details, input)
      return {
        id,
        name,
        description,
        card_url,
        is_taken_down: details.nft.taken_down_at !== null,
        creator: creator.id,
        creator_username: memberName(creator),
        created_at,
      }
    }),
  }
}
