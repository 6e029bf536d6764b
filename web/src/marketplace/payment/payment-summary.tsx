import { formatClock } from '@verso/protocol/dates'
import { RESERVATION_MAX_MS, NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import type { Payment } from '@verso/protocol/money/payments'
import { formatCents } from '@verso/protocol/usd'
import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { formatSeconds, useSecondsUntil } from '../../lib/use-countdown.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { SmallPicture } from '../../ui/small-picture.tsx'
import { Price } from '../../ui/text/price.tsx'

/** The payment at a glance: picture, price, network fee and total, and by when the NFT is the buyer's or the money is back. */
export function PaymentSummary({ payment }: { payment: Payment | undefined }) {
  if (!payment) return <Skeleton style={{ height: 76 }} className="w-full rounded-lg!" />
  const { nft } = payment
  return (
    <div className="rounded-lg bg-s2 p-3">
      <div className="flex items-center gap-3">
        <SmallPicture src={nft?.thumbnail_url} Icon={CreditCard} sizePx={52} className="size-13 rounded-md bg-s3" />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate font-semibold text-fg">
            {nft?.name ?? t('payment.topup')}
          </p>
          {payment.expires_at && <TimeLeft kind={payment.kind} until={payment.expires_at} />}
        </div>
        {!nft && <Price usd={payment.amount} className="text-lg text-fg" />}
      </div>
      {nft && <Sum payment={payment} />}
    </div>
  )
}

/** A member's credits pay the network fee that the payment does not hold. */
function Sum({ payment: { amount, network_fee, created_at } }: { payment: Payment }) {
  const latest = Date.parse(created_at) + RESERVATION_MAX_MS
  return (
    <>
      <dl className="mt-2 border-t border-line pt-2 text-sm">
        <Line label={t('payment.price')}>
          <Price usd={amount - network_fee} />
        </Line>
        <Line label={t('payment.networkFee')}>
          {network_fee > 0 ? (
            <Price usd={network_fee} />
          ) : (
            <span className="num">{t('payment.fromCredits', { amount: formatCents(NETWORK_FEE_CENTS) })}</span>
          )}
        </Line>
        <Line label={t('payment.total')} isTotal>
          <Price usd={amount} className="text-base" />
        </Line>
      </dl>
      <p className="mt-1 text-sm text-fg3">{t('payment.yoursOrBack', { time: formatClock(latest) })}</p>
    </>
  )
}

const Line = ({ label, isTotal, children }: { label: string; isTotal?: true; children: ReactNode }) => (
  <div className={isTotal ? 'flex justify-between gap-4 font-semibold text-fg' : 'flex justify-between gap-4'}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Only a purchase has a reservation. */
function TimeLeft({ kind, until }: { kind: Payment['kind']; until: string }) {
  const seconds = useSecondsUntil(Date.parse(until))
  const isPurchase = kind === 'PURCHASE'
  if (seconds === 0) return <p className="text-sm text-fg3">{t(isPurchase ? 'payment.timeUp' : 'payment.timeOver')}</p>
  const text = isPurchase ? 'payment.heldFor' : 'payment.timeLeft'
  return <p className="num text-sm text-fg3">{t(text, { time: formatSeconds(seconds) })}</p>
}
