import { type ActivityLogEntry, deriveActivityLog } from '@verso/protocol/nfts/activity-log'
import { memberName } from '@verso/protocol/users/member-name'
import { isoOf } from '../../db/times.ts'
import { presentListing } from '../listings/present-listing.ts'
import type { OutsideMove } from './outside-moves.ts'
import type { NftDetails } from './queries.ts'

/** The activity log of an NFT (docs/rules.md R30), with moves of its token to or from outside addresses. */
export function listActivity(
  { nft, listings }: NftDetails,
  moves: readonly OutsideMove[],
  viewerId: string | null,
): ActivityLogEntry[] {
  const creator = { id: nft.created_by, display_name: nft.creator_display_name, first_name: nft.creator_first_name }
  return deriveActivityLog(
    { created_at: nft.created_at.toISOString(), creator_username: memberName(creator) },
    listings.map((listing) => presentListing(listing, viewerId)),
    moves.map((move) => ({
      from: move.from_user ? memberName(move.from_user) : shortAddress(move.from_address),
      to: move.to_user ? memberName(move.to_user) : shortAddress(move.to_address),
      date: isoOf(move.mined_at),
      isToOutside: !move.to_user,
    })),
  )
}

const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
