import { z } from 'zod'
import type { Context } from '../../context.ts'
import { urlsFor } from '../../http/urls.ts'
import type { PaymentRow } from './payment-row.ts'

const cents = z.coerce.number().int().nonnegative()
const purchase = z.object({
  kind: z.literal('PURCHASE'),
  nft_id: z.uuid(),
  listing_id: z.uuid(),
  seller_id: z.uuid(),
  price_cents: cents,
  fee_bps: cents,
  royalty_bps: cents,
  fee_cents: cents,
  royalty_cents: cents,
  /** Sessions of before it could be part of a payment do not name it. */
  network_fee_cents: cents.default(0),
})
const common = z.object({ user_id: z.uuid(), amount_cents: cents.positive(), created_at: z.iso.datetime() })
const topup = z.object({ kind: z.literal('TOPUP') })
export const paymentMetadata = z.discriminatedUnion('kind', [purchase.extend(common.shape), topup.extend(common.shape)])
export type PaymentMetadata = z.output<typeof paymentMetadata>

/**
 * The metadata stored at the provider, from which a payment is restored after a lost backup. `site` tells our payments
 * from those of another installation with the same account.
 */
export async function metadataOf(ctx: Context, payment: PaymentRow): Promise<Record<string, string>> {
  const { user_id, kind, amount_cents, created_at, nft_id, listing_id } = payment
  const known = { user_id, kind, amount_cents, created_at: created_at.toISOString(), site: siteOf(ctx) }
  if (!listing_id) return toTexts(known)
  const terms = await ctx.db
    .selectFrom('listings')
    .select(['seller_id', 'price_cents', 'fee_bps', 'royalty_bps', 'fee_cents', 'royalty_cents'])
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  return toTexts({ ...known, nft_id, listing_id, ...terms, network_fee_cents: payment.network_fee_cents })
}

const toTexts = (values: Record<string, string | number | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

const siteOf = (ctx: Context): string => urlsFor(ctx).public

/** A provider that keeps no metadata cannot tell. */
export const isOfThisSite = (ctx: Context, metadata: Record<string, string> | undefined): boolean =>
  metadata === undefined || metadata.site === siteOf(ctx)
