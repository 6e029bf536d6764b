import type { Hex } from 'viem'
import { z } from 'zod'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as Hex)
const tokenId = z.string().regex(/^\d{1,78}$/)

/** What each kind of intent carries besides the rows it names; parsed again when it comes back from the database. */
export const mintPayload = z.object({
  tokenId,
  creatorNumber: z.coerce.number().int().nonnegative(),
  royaltyBps: z.coerce.number().int().min(0).max(10_000),
})
export const withdrawalPayload = z.object({ to: address })
export const creatorPayoutPayload = z.object({ creatorNumber: z.coerce.number().int().nonnegative(), payout: address })
export const cancelListingsPayload = z.object({ tokenIds: z.array(tokenId).min(1).max(100) })
