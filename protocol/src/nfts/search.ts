import { z } from 'zod'
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX, SEARCH_MAX_LENGTH } from '../limits.ts'
import { nft } from '../nfts.ts'
import { category } from '../operations/settings.ts'
import { user } from '../users.ts'

/** `limit`: of each kind. */
export const searchQuery = z.object({
  q: z.string().max(SEARCH_MAX_LENGTH).trim().default(''),
  limit: z.coerce.number().int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_LIMIT_DEFAULT),
})
/** Best first in each kind. */
export const searchResults = z.object({ nfts: z.array(nft), users: z.array(user), categories: z.array(category) })
