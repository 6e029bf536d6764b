import type { ListingStatus } from './listing-status.ts'

export type Activity = 'Created' | 'Listed' | 'Listing Removed' | 'Transferred'
export type ActivityLogEntry = {
  activity: Activity
  price: number | null
  from: string | null
  to: string | null
  date: string
}

type LoggedListing = {
  price: number
  status: ListingStatus
  seller_username: string
  buyer_username: string | null
  created_at: string
  updated_at: string
}

/**
 * The activity log of an NFT (docs/rules.md R30), newest first. "Created" at the NFT's creation; "Listed" for every listing;
 * "Listing Removed" for an INACTIVE one; "Transferred" for a PAID or SOLD one.
 */
export function deriveActivityLog(
  nft: { created_at: string; creator_username: string },
  listings: readonly LoggedListing[],
  moves: readonly { from: string; to: string; date: string; isToOutside: boolean }[] = [],
): ActivityLogEntry[] {
  const entries: (ActivityLogEntry & { isToOutside?: boolean })[] = [
    { activity: 'Created', price: null, from: nft.creator_username, to: null, date: nft.created_at },
  ]
  for (const listing of listings) {
    const { price, seller_username: from } = listing
    entries.push({ activity: 'Listed', price, from, to: null, date: listing.created_at })
    if (listing.status === 'INACTIVE') {
      entries.push({ activity: 'Listing Removed', price, from, to: null, date: listing.updated_at })
    }
    if (listing.status === 'PAID' || listing.status === 'SOLD') {
      entries.push({ activity: 'Transferred', price, from, to: listing.buyer_username, date: listing.updated_at })
    }
  }
  for (const move of moves) entries.push({ activity: 'Transferred', price: null, ...move })
  return entries
    .sort((a, b) => orderMs(b) - orderMs(a))
    .map(({ activity, price, from, to, date }) => ({ activity, price, from, to, date }))
}

/** A block tells the second alone, and what leaves has ended its listing before: it counts as the last of its second. */
const orderMs = ({ date, isToOutside }: { date: string; isToOutside?: boolean }): number =>
  Date.parse(date) + (isToOutside ? 999 : 0)
