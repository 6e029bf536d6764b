import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.gen.ts'

/** A lost dispute stays DISPUTED, without a reason for a person to look at it. */
export const isUndecided = (eb: ExpressionBuilder<DB, 'payments'>) =>
  eb.and([eb('status', '=', 'DISPUTED'), eb('review_reason', 'is not', null)])

/**
 * Of `nfts` and a payment `p`: the owner has the NFT by this purchase, whose price their bank has taken back or may yet. What was sold on and
 * bought again is theirs by the later one (docs/decisions/0160). An NFT that is held outside is still its last buyer's.
 */
export const freezesNft = sql<boolean>`
  p.nft_id = nfts.id and p.user_id = coalesce(nfts.owned_by, p.user_id) and p.status = 'DISPUTED' and p.captured_at is not null
  and not exists (
    select from payments later
    where later.nft_id = p.nft_id and later.user_id = p.user_id and later.kind = 'PURCHASE' and later.status = 'SUCCESS'
      and later.captured_at > p.captured_at)`
