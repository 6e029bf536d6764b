import type { Listing } from '@verso/protocol/nfts/listings'
import type { Nft } from '@verso/protocol/nfts'
import { memberNameOf } from '../../lib/initials.ts'
import { t } from '../../lib/i18n.ts'

/** An NFT's data in the terms of the screen. */

const open = (nft: Nft, statuses: readonly Listing['status'][]) =>
  nft.listings.find((listing) => statuses.includes(listing.status))

/** The listing that can be bought now. */
export const activeListing = (nft: Nft) => open(nft, ['ACTIVE'])
/** Held for a buyer who is paying. */
export const reservedListing = (nft: Nft) => open(nft, ['PAYMENT_PROCESSING'])
/** Held for this very member, whose payment goes on. */
export const ownReservation = (nft: Nft, viewerId: string | undefined) => {
  const listing = reservedListing(nft)
  return viewerId && listing?.buyer === viewerId ? listing : undefined
}
/** Any listing its owner can still end. */
export const ownersListing = (nft: Nft) => open(nft, ['ACTIVE', 'PENDING_LISTINGS', 'PENDING_APPROVAL'])
/** The listing whose price is shown: active or reserved. */
export const shownListing = (nft: Nft) => activeListing(nft) ?? reservedListing(nft)

/** A buyer pays or has paid, and the transfer is pending (docs/rules.md R33). */
export const isPending = (nft: Nft): boolean =>
  nft.latest_listing?.status === 'PAYMENT_PROCESSING' || nft.latest_listing?.status === 'PAID'

export const creatorName = (nft: Nft): string => memberNameOf(nft.creator)

export const altText = (nft: Nft): string => nft.alt_text || t('nft.alt', { name: nft.name, creator: creatorName(nft) })

const MINT_STATUS = { SUCCESSED: 'nft.mint.success', FAILED: 'nft.mint.failed', PENDING: 'nft.mint.pending' } as const
/** "Success", "Failed", "Pending", anything else "Unknown" (docs/rules.md R31). */
export const mintStatusText = (status: string): string =>
  t(MINT_STATUS[status as keyof typeof MINT_STATUS] ?? 'nft.mint.unknown')
