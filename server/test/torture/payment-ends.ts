import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import { expect } from 'vitest'
import { splitPrice } from '@verso/protocol/money'
import { NO_REFUNDS } from '../../src/payments/records/can-refund.ts'
import type { TestApp } from '../test-app.ts'

/** The events of a payment that only a person can put right, by its id. */
export type Reasons = Map<string, string[]>

const HAS_BOUGHT: readonly PaymentStatus[] = ['SUCCESS', 'DISPUTED']
const ENDS: readonly PaymentStatus[] = [...HAS_BOUGHT, 'CANCELED', 'EXPIRED', 'REFUNDED']

/** One buyer has the NFT or none, and every payment has come to an end; a case is one only with its reason. */
export async function expectOneEnd(t: TestApp, listingId: string, reasons: Reasons): Promise<void> {
  const { db } = t.ctx
  const payments = await db.selectFrom('payments').selectAll().where('listing_id', '=', listingId).execute()
  const listings = db.selectFrom('listings').selectAll().where('id', '=', listingId)
  const listing = await listings.executeTakeFirstOrThrow()
  const delivered = payments.filter(({ status, captured_at }) => captured_at && HAS_BOUGHT.includes(status))
  const isSold = listing.status === 'PAID' || listing.status === 'SOLD'
  expect(delivered.map((payment) => payment.user_id)).toEqual(isSold ? [listing.buyer_id] : [])
  const chosen = db.selectFrom('chain_intents').select('payment_id').where('listing_id', '=', listingId)
  const intents = await chosen.execute()
  // A sale that failed had its intent too, and then the NFT could not be bought.
  expect(intents.length).toBeLessThanOrEqual(1)
  if (isSold) expect(intents.map((intent) => intent.payment_id)).toEqual(delivered.map((payment) => payment.id))
  for (const { id, status, review_reason } of payments) {
    const isRefundLeft =
      status === 'REFUND_DUE' && (await hasRefundForPerson(t, id, { isMade: review_reason !== NO_REFUNDS }))
    const hasReason = review_reason !== null && (isRefundLeft || (status !== 'REFUND_DUE' && reasons.has(id)))
    if (status === 'NEEDS_REVIEW' || status === 'REFUND_DUE')
      expect(hasReason, `${status}: ${review_reason}`).toBe(true)
    else expect(ENDS).toContain(status)
  }
  if (listing.status === 'SOLD') await expectShared(t, listing)
}

/** Of a provider that makes refunds one has failed, and says why; any other leaves it to a person from the beginning. */
async function hasRefundForPerson(
  { ctx: { db } }: TestApp,
  paymentId: string,
  { isMade }: { isMade: boolean },
): Promise<boolean> {
  const refunds = db.selectFrom('refunds').select('error').where('payment_id', '=', paymentId)
  const left = await refunds.where('status', '=', 'NEEDS_REVIEW').executeTakeFirst()
  return left !== undefined && (left.error !== null) === isMade
}

/** Seller's proceeds, royalty and fee are the price, to the cent, and were posted once. */
async function expectShared(t: TestApp, listing: Shared): Promise<void> {
  const { feeCents, royaltyCents, sellerCents } = splitPrice(listing.price_cents, listing.fee_bps, listing.royalty_bps)
  expect(listing).toMatchObject({ fee_cents: feeCents, royalty_cents: royaltyCents })
  const holds = t.ctx.db
    .selectFrom('earnings_holds')
    .select(['user_id', 'amount_cents'])
    .where('listing_id', '=', listing.id)
  const earned = (await holds.execute()).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  expect(earned + listing.fee_cents).toBe(listing.price_cents)
  expect(sellerCents + royaltyCents).toBe(earned)
}
type Shared = {
  id: string
  price_cents: number
  fee_bps: number
  royalty_bps: number
  fee_cents: number
  royalty_cents: number
}
