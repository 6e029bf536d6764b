import { centsToUsd } from '@verso/protocol/money'
import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import type { Payment, PaymentStep } from '@verso/protocol/money/payments'
import type { Context } from '../../context.ts'
import type { Urls } from '../../http/urls.ts'
import { fileUrl } from '../../media/files/file-urls.ts'
import { urlUnlessWithheld } from '../../media/files/withheld-files.ts'
import { isLive } from '../records/payment-row.ts'
import type { PaymentDetails } from '../records/queries.ts'
import { receiptPath } from './receipt-key.ts'

/** Row → wire. */
export function presentPayment(ctx: Context, details: PaymentDetails, urls: Urls): Payment {
  return {
    id: details.id,
    kind: details.kind,
    amount: centsToUsd(details.amount_cents),
    network_fee: centsToUsd(details.network_fee_cents),
    status: details.status,
    nft: presentNft(ctx, details, urls),
    created_at: details.created_at.toISOString(),
    expires_at: isLive(details.status) ? isoOrNull(details.expires_at) : null,
    steps: presentSteps(details),
    receipt_url:
      details.captured_at && details.status !== 'NEEDS_REVIEW' ? urls.public + receiptPath(ctx, details.id) : null,
    note: noteOf(ctx, details),
  }
}

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

function presentNft(ctx: Context, details: PaymentDetails, urls: Urls): Payment['nft'] {
  const { nft_id, nft_name, nft_chain, thumbnail_key, thumbnail_thumb_key } = details
  if (!nft_id || !nft_name || !nft_chain || !thumbnail_key) return null
  const shown = { isWithheld: details.is_thumbnail_withheld, getsSignedUrl: false }
  const thumbnail_url = urlUnlessWithheld(
    ctx,
    fileUrl(urls, { storage_key: thumbnail_thumb_key ?? thumbnail_key }),
    shown,
  )
  return { id: nft_id, name: nft_name, chain: nft_chain, thumbnail_url }
}

/** Without captured money there are no later steps. */
const UNPAID_ENDS: readonly PaymentStatus[] = ['CANCELED', 'EXPIRED', 'DISPUTED', 'REFUNDED']

/** The steps of a payment, in plain words. */
function presentSteps(details: PaymentDetails): PaymentStep[] {
  const paid = paidStep(details)
  const back = backStep(details)
  const status = paid.status === 'FAILED' ? 'FAILED' : deliveryStatus(details)
  if (details.kind === 'TOPUP')
    return [paid, back ?? step('Credits added', status, status === 'DONE' ? details.captured_at : null)]
  const at = status === 'DONE' ? details.listing_updated_at : null
  const yours = step('Yours', status === 'CURRENT' ? 'WAITING' : status, at)
  return [paid, step('Sending to your wallet', status, at), back ?? yours]
}

/** How far what was paid for has come. */
function deliveryStatus(details: PaymentDetails): PaymentStep['status'] {
  const { status, kind, listing_status, listing_buyer_id, user_id } = details
  if (status === 'REFUND_DUE' || status === 'REFUNDED') return 'FAILED'
  if (status !== 'SUCCESS' && status !== 'DISPUTED') return 'WAITING'
  if (kind === 'TOPUP' || (listing_status === 'SOLD' && listing_buyer_id === user_id)) return 'DONE'
  return isLost(details) && listing_status !== 'PAID' ? 'FAILED' : 'CURRENT'
}

/** The money went back, or goes: from us, or by the buyer's bank in a dispute that was lost. */
function backStep(details: PaymentDetails): PaymentStep | null {
  if (details.status === 'REFUND_DUE') return step('Money on its way back', 'CURRENT', details.refunded_at)
  if (details.status === 'REFUNDED') return step('Money returned', 'DONE', details.refunded_at)
  return isLost(details) && details.captured_at ? step('Taken back by your bank', 'DONE') : null
}

const isLost = ({ status, review_reason }: PaymentDetails): boolean => status === 'DISPUTED' && review_reason === null

/** A step that did not happen has no time. */
function paidStep({ status, captured_at }: PaymentDetails): PaymentStep {
  if (captured_at && status !== 'NEEDS_REVIEW') return step('Paid', 'DONE', captured_at)
  return step('Paid', UNPAID_ENDS.includes(status) ? 'FAILED' : 'CURRENT')
}

const step = (name: string, status: PaymentStep['status'], at: Date | null = null): PaymentStep => ({
  name,
  status,
  at: isoOrNull(at),
})

function noteOf(ctx: Context, details: PaymentDetails): string | null {
  switch (details.status) {
    case 'FAILED':
      return 'The last attempt was declined. You can try another card.'
    case 'FAILOVER':
      return 'This way of paying did not work. You can try another one.'
    case 'CANCELED':
      return 'You cancelled this payment. Nothing was charged; money that arrives all the same is sent back.'
    case 'EXPIRED':
      // It is not looked up any more.
      if (details.provider !== ctx.payments.name)
        return 'The time to pay ran out. If you were charged all the same, write to us: it is paid back.'
      return details.kind === 'TOPUP'
        ? 'The time to pay ran out. Money that arrives late is added to your credits.'
        : 'The time to pay ran out. Nothing was charged; money that arrives late is sent back, or buys the NFT if it is still free.'
    case 'NEEDS_REVIEW':
      return 'What arrived is not what was asked for. Our team looks at it and writes to you; your money is safe.'
    case 'REFUND_DUE':
      return details.review_reason
        ? 'Our team sends your money back by hand and writes to you.'
        : (details.refund_reason ?? 'Your money is on its way back.')
    case 'REFUNDED':
      return details.refund_reason
    case 'DISPUTED':
      return isLost(details)
        ? 'Your bank has decided: this payment was taken back, and the order is closed.'
        : 'Your bank has taken this payment back. Our team looks at it.'
    default:
      return null
  }
}
