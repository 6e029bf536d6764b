import { z } from 'zod'
import { LISTING_STATUSES } from './listing-status.ts'

export const listing = z.object({
  id: z.string(),
  price: z.number(),
  /** The rate of the day on which it was listed: a later change does not alter it. */
  platform_fee_bps: z.number().int(),
  status: z.enum(LISTING_STATUSES),
  seller: z.string().nullable(),
  seller_username: z.string(),
  buyer: z.string().nullable(),
  buyer_username: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string().nullable(),
  /** Until when a buyer has it reserved, at the latest; null while none has. */
  reserved_until: z.string().nullable(),
})
export const activityLogEntry = z.object({
  activity: z.enum(['Created', 'Listed', 'Listing Removed', 'Transferred']),
  price: z.number().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  date: z.string(),
})

export type Listing = z.infer<typeof listing>
