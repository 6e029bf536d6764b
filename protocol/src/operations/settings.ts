import { z } from 'zod'
import { ALL_CHAINS } from '../chains.ts'

export const category = z.object({ id: z.number().int(), name: z.string() })
/** `GET /api/settings/`: what a client must know before sign-in. */
export const publicSettings = z.object({
  brand: z.string(),
  currency: z.literal('USD'),
  min_listing_price: z.number(),
  min_topup: z.number(),
  network_fee: z.number(),
  platform_fee_bps: z.number().int(),
  chains: z.array(
    z.object({
      id: z.enum(ALL_CHAINS),
      name: z.string(),
      is_live: z.boolean(),
      chain_id: z.number().int().nullable(),
      contract: z.string().nullable(),
      rpc_url: z.string().optional(),
      /** A node that every browser may ask; null when the operator has named none. */
      public_rpc_url: z.string().nullable(),
      explorer_url: z.string().nullable(),
      /** The part of the explorer's address after a transaction's hash. */
      explorer_suffix: z.string().optional(),
    }),
  ),
  limits: z.object({
    thumbnail_bytes: z.number(),
    nft_file_bytes: z.number(),
    description_length: z.number(),
    bio_min_length: z.number(),
  }),
  payment_provider: z.enum(['sandbox', 'stripe', 'wert']),
  payment_origin: z.string().nullable(),
  media_url: z.string(),
  public_url: z.string(),
  admin_url: z.string(),
  buying_stopped: z.string().nullable(),
  creating_stopped: z.string().nullable(),
  banner: z.string().nullable(),
  /** The product's pages on other sites; null: none. */
  social: z.object({ x: z.string().nullable(), instagram: z.string().nullable(), discord: z.string().nullable() }),
  is_demo: z.boolean(),
})

export type Category = z.infer<typeof category>
export type PublicSettings = z.infer<typeof publicSettings>
