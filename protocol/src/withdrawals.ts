import { z } from 'zod'

/** WAITING: not sent yet; SENT: on its way; CONFIRMED: the token is at the address; FAILED: it stays here, `error` says why. */
export const WITHDRAWAL_STATUSES = ['WAITING', 'SENT', 'CONFIRMED', 'FAILED'] as const
export const withdrawal = z.object({
  id: z.string(),
  nft: z.string(),
  address: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
  error: z.string().nullable(),
  tx_id: z.string().nullable(),
  created_at: z.string(),
})
export type Withdrawal = z.infer<typeof withdrawal>
