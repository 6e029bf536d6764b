import { z } from 'zod'
import { id } from '../envelope.ts'
import { FEATURED_MAX } from '../limits.ts'
import { nft } from '../nfts.ts'
import { user } from '../users.ts'

/** What a visitor's Explore shows first, in its order. */
export const featured = z.object({ nfts: z.array(nft), users: z.array(user) })

const ids = z
  .array(id)
  .max(FEATURED_MAX, `At most ${FEATURED_MAX}`)
  .refine((all) => new Set(all).size === all.length, 'One of them is there twice')
/** `PUT /api/admin/featured/`: ids in their order; none of a kind: the newest with sales. */
export const featuredBody = z.object({ nfts: ids, users: ids })

export type Featured = z.infer<typeof featured>
