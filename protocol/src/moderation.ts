import { z } from 'zod'
import { nft } from './nfts.ts'

/** One work in the moderation queue (`GET /api/admin/moderation/`), with everything that speaks for or against it. */
export const moderationItem = z.object({
  nft,
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
      creator: z.string(),
      creator_username: z.string(),
      created_at: z.string(),
    }),
  ),
})

export type ModerationItem = z.infer<typeof moderationItem>
