import { z } from 'zod'
import { isChain } from '../chains.ts'
import { REASON_MAX_LENGTH } from '../limits.ts'

/** A token of the collection that no NFT here has. */
export const unknownToken = z.object({
  chain: z.string(),
  contract: z.string(),
  token_id: z.string(),
  /** Its last receiver. */
  owner_address: z.string(),
  transaction_hash: z.string(),
  seen_at: z.string(),
  /** Null on a chain that no explorer knows. */
  explorer_url: z.string().nullable(),
})

const NO_TOKEN = '-'
/** Of uint256: at most 78 digits; or the address of a mint. */
const TOKEN_ID = /^(?:\d{1,78}|[1-9A-HJ-NP-Za-km-z]{32,44})$/
/** A value that cannot be a chain or a token id becomes one that no token has, so the answer is 404. */
export const unknownTokenParams = z.object({
  chain: z.string().transform((value) => (isChain(value) ? value : NO_TOKEN)),
  token_id: z.string().transform((value) => (TOKEN_ID.test(value) ? value : NO_TOKEN)),
})
export const unknownTokenBody = z.object({
  settled: z.literal(true, { error: 'Required' }),
  reason: z.string({ error: 'Required' }).trim().min(1, 'Required').max(REASON_MAX_LENGTH, 'Too long'),
})
export const settledToken = z.object({ chain: z.string(), token_id: z.string(), settled_at: z.string() })

export type UnknownToken = z.infer<typeof unknownToken>
