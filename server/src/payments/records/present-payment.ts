import { centsToUsd } from '@verso/protocol/money'
import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import type { Payment, PaymentStep } from '@verso/protocol/money/payments'
import type { Context } from '../../context.ts'
import type { Urls } from '../../http/urls.ts'
import { fileUrl } from '../../media/files/file-urls.ts'
import { urlUnlessWithheld } from '../../media/files/withheld-files.ts'
import { isLive } from './payment-row.ts'
import type { PaymentDetails } from './queries.ts'
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

const isDelivered = ({ listing_status, listing_buyer_id, user_id }: PaymentDetails): boolean =>
  listing_status === 'SOLD' && listing_buyer_id === user_id

/** The steps of a payment, in plain words. */
export function presentSteps(details: PaymentDetails): PaymentStep[] {
  const { status, kind } = details
  const paid = paidStep(details)
  if (status === 'REFUND_DUE' || status === 'REFUNDED') {
    const isBack = status === 'REFUNDED'
    const back: PaymentStep = {
      name: isBack ? 'Money returned' : 'Money on its way back',
      status: isBack ? 'DONE' : 'CURRENT',
      at: isoOrNull(details.refunded_at),
    }
    return kind === 'TOPUP' ? [paid, back] : [paid, step('Sending to your wallet', 'FAILED'), back]
  }
  if (paid.status === 'FAILED') {
    const missed = kind === 'TOPUP' ? ['Credits added'] : ['Sending to your wallet', 'Yours']
    return [paid, ...missed.map((name) => step(name, 'FAILED'))]
  }
  const isCaptured = status === 'SUCCESS' || status === 'DISPUTED'
  if (kind === 'TOPUP')
    return [paid, isCaptured ? step('Credits added', 'DONE', details.captured_at) : step('Credits added', 'WAITING')]
  const delivered = isDelivered(details)
  const at = delivered ? details.listing_updated_at : null
  return [
    paid,
    step('Sending to your wallet', delivered ? 'DONE' : isCaptured ? 'CURRENT' : 'WAITING', at),
    step('Yours', delivered ? 'DONE' : 'WAITING', at),
  ]
}

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
      // Nobody looks it up any more.
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
      return details.review_reason === null
        ? 'Your bank has decided: this payment was taken back, and the order is closed.'
        : 'Your bank has taken this payment back. Our team looks at it.'
    default:
      return null
  }
}
