import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { moveListing } from '../../catalogue/listings/move-listing.ts'
import { undoChargeback } from '../disputes/apply-chargeback.ts'
import { getPaidPayment } from './complete-sale.ts'
import { freezeAgain, showAgain } from '../disputes/frozen-nft.ts'
import { recordSaleFailed } from '../../catalogue/listings/record-listing.ts'
import { releaseNetworkFee } from '../records/network-fee.ts'
import { requestRefund } from '../refunds/request-refund.ts'

/** The transfer is impossible for good: the listing ends, the buyer gets the money back, the seller is told. */
export async function failSale(
  ctx: Context,
  tx: Tx,
  { listingId, reason }: { listingId: string; reason: string },
): Promise<void> {
  const listing = await moveListing(ctx, tx, { listingId, from: 'PAID', to: 'INACTIVE' })
  if (!listing) return
  const payment = await getPaidPayment(tx, listingId)
  await releaseNetworkFee(ctx, tx, payment)
  if (payment.status === 'DISPUTED') {
    await undoChargeback(ctx, tx, payment)
    await showAgain(ctx, tx, listing.nft_id)
  } else {
    await requestRefund(ctx, tx, {
      paymentId: payment.id,
      amountCents: payment.amount_cents,
      reason: 'The NFT could not be transferred to you.',
    })
  }
  await freezeAgain(ctx, tx, listing.nft_id)
  await recordSaleFailed(ctx, tx, listing, reason)
}
