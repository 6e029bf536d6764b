import type { ListingStatus } from '@verso/protocol/nfts/listing-status'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'
import { type ListingRow, moveListing } from './move-listing.ts'

/** Open listings without a reservation; each of them may become INACTIVE. */
export const UNRESERVED_STATUSES = [
  'PENDING_LISTINGS',
  'PENDING_APPROVAL',
  'ACTIVE',
] as const satisfies readonly ListingStatus[]

export const reservedByBuyer = () =>
  new AppError('reserved', { userMessage: 'A buyer has reserved this NFT. Try again in a few minutes.' })

/**
 * Ends the NFT's open listing: unlisted, taken down, withdrawn, or its token has gone. A reservation is left to end by itself:
 * its end finds the NFT gone and goes to INACTIVE.
 */
export async function closeOpenListing(
  ctx: Context,
  tx: Tx,
  { nftId }: { nftId: string },
): Promise<ListingRow | undefined> {
  const open = await tx
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('status', 'in', UNRESERVED_STATUSES)
    .executeTakeFirst()
  return open && moveListing(ctx, tx, { listingId: open.id, from: UNRESERVED_STATUSES, to: 'INACTIVE' })
}
