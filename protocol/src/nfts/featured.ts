import { z } from 'zod'
import { id, isoTime } from '../envelope.ts'
import { FEATURED_MAX } from '../limits.ts'
import { nft } from '../nfts.ts'
import { user } from '../users.ts'

/** The NFTs and members that a visitor's Explore shows first, in their order. */
export const featured = z.object({ nfts: z.array(nft), users: z.array(user) })

/** `GET /api/admin/featured/`: all that operators have chosen, in its order. */
export const chosenFeatured = featured.extend({
  /** Ids of those that visitors do not see now: not approved, taken down, suspended. */
  not_shown: z.array(z.string()),
  /** When it was chosen; null: never. */
  updated_at: z.string().nullable(),
})

const ids = z
  .array(id)
  .max(FEATURED_MAX, `At most ${FEATURED_MAX}`)
  .refine((all) => new Set(all).size === all.length, 'One of them is there twice')
/** `PUT /api/admin/featured/`: ids in their order; none of a kind: the newest with sales. */
export const featuredBody = z.object({
  nfts: ids,
  users: ids,
  /** Of the choice as it was shown: another admin may have made another one since. */
  updated_at: isoTime.nullable().optional(),
})

export type Featured = z.infer<typeof featured>
export type ChosenFeatured = z.infer<typeof chosenFeatured>
