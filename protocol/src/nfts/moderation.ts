import { z } from 'zod'
import { queryFlag } from '../envelope.ts'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, SEARCH_MAX_LENGTH } from '../limits.ts'
import { APPROVALS, nft } from '../nfts.ts'

/** An NFT as admins see it: whether it waits or was refused too. */
const nftForAdmin = nft.extend({ approval: z.enum(APPROVALS) })

/** One NFT in the moderation queue (`GET /api/admin/moderation/`), with everything that speaks for or against it. */
export const moderationItem = z.object({
  nft: nftForAdmin,
  needs_approval: z.boolean(),
  listing_needs_approval: z.boolean(),
  waiting_since: z.string(),
  reports: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      text: z.string(),
      reporter: z.string().nullable(),
      reporter_username: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  /** Works of other creators with exactly the same bytes. */
  duplicates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      card_url: z.string(),
      is_taken_down: z.boolean(),
      creator: z.string(),
      creator_username: z.string(),
      created_at: z.string(),
    }),
  ),
})

/** An NFT as admins find it: what was decided about it too, and why. */
export const moderatedNft = nftForAdmin.extend({
  /** Of an NFT that is refused or taken down: the reason its creator was given. */
  decision_reason: z.string().nullable(),
  /** Its bytes are blocked everywhere. */
  bytes_blocked: z.boolean(),
})

/** `GET /api/admin/nfts/`: any NFT, also those that are taken down; `search` is a part of its texts, or its id. */
export const moderatedNftsQuery = z.object({
  search: z.string().trim().max(SEARCH_MAX_LENGTH).optional(),
  taken_down: queryFlag.optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})

export type ModeratedNft = z.infer<typeof moderatedNft>
export type ModerationItem = z.infer<typeof moderationItem>
