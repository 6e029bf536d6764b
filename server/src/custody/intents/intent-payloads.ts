import type { Hex } from 'viem'
import { z } from 'zod'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as Hex)
const base58 = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
/** A number, or on Solana the address of a mint. */
const tokenId = z.string().regex(/^(?:\d{1,78}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)

/** The payload of each kind of intent, besides the rows it names; parsed again when it comes back from the database. */
export const mintPayload = z.object({
  tokenId,
  creatorNumber: z.coerce.number().int().nonnegative(),
  royaltyBps: z.coerce.number().int().min(0).max(10_000),
})
export const withdrawalPayload = z.object({ to: address })
export const solanaWithdrawalPayload = z.object({ to: base58 })
export const anyWithdrawalPayload = z.union([withdrawalPayload, solanaWithdrawalPayload])
export const creatorPayoutPayload = z.object({ creatorNumber: z.coerce.number().int().nonnegative(), payout: address })
export const cancelListingsPayload = z.object({ tokenIds: z.array(tokenId).min(1).max(100) })
