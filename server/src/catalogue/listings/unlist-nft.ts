import { OPEN_LISTING_STATUSES } from '@verso/protocol/nfts/listing-status'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict, forbidden, notFound } from '../../http/app-error.ts'
import { reservedByBuyer, UNRESERVED_STATUSES } from './close-open-listing.ts'
import { type ListingRow, moveListing } from './move-listing.ts'

/** Ends the owner's listing, as long as no buyer has reserved it. */
export async function unlistNft(ctx: Context, tx: Tx, input: { nftId: string; sellerId: string }): Promise<ListingRow> {
  const { nftId, sellerId } = input
  const nft = await tx.selectFrom('nfts').select('owned_by').where('id', '=', nftId).executeTakeFirst()
  if (!nft) throw notFound('NFT not found')
  if (nft.owned_by !== sellerId) throw forbidden('Only the owner can unlist this NFT')
  const open = await tx
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('status', 'in', OPEN_LISTING_STATUSES)
    .executeTakeFirst()
  if (!open) throw conflict('This NFT is not listed')
  const move = { listingId: open.id, from: UNRESERVED_STATUSES, to: 'INACTIVE', cause: 'unlisted' } as const
  const closed = await moveListing(ctx, tx, move)
  if (!closed) throw reservedByBuyer()
  return closed
}
