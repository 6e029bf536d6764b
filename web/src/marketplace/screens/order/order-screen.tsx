import { chainName } from '@verso/protocol/chains'
import { formatDateTime } from '@verso/protocol/dates'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Payment } from '@verso/protocol/money/payments'
import { ChevronLeft, CreditCard } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { usePayment } from '../../../api/money/payments.ts'
import { t } from '../../../lib/i18n.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Price } from '../../../ui/text/price.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx'
import { SmallPicture } from '../../../ui/small-picture.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { paymentName, paymentState } from '../../payment/payment-state.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderSteps } from './order-steps.tsx'

/** One order: where the money and the NFT are, kept current until it is settled. */
export function OrderScreen() {
  const { paymentId = '' } = useParams()
  const { data: payment, error, refetch } = usePayment(paymentId)
  const isMissing = error instanceof ApiError && [400, 403, 404].includes(error.status)
  return (
    <div className="page max-w-[760px] pt-7 md:pt-10">
      <Link
        to={addressOf('orders')}
        className="-ml-1 flex w-fit items-center gap-1 rounded-sm py-1 text-sm text-fg3 hover:text-fg print:hidden"
      >
        <ChevronLeft size={16} aria-hidden />
        {t('navs:titles.orders')}
      </Link>
      {payment ? (
        <Order payment={payment} />
      ) : isMissing ? (
        <EmptyState
          title={t('order.missing')}
          action={<ButtonLink to={addressOf('orders')}>{t('navs:titles.orders')}</ButtonLink>}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-6 h-96 rounded-xl!" />
      )}
    </div>
  )
}

function Order({ payment }: { payment: Payment }) {
  const { tone, text } = paymentState(payment)
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <PageHeading lead={formatDateTime(payment.created_at)}>
          {t(payment.kind === 'TOPUP' ? 'order.topupTitle' : 'navs:titles.order')}
        </PageHeading>
        <span aria-live="polite">
          <StatusPill tone={tone}>{text}</StatusPill>
        </span>
      </div>
      <Panel className="mt-6">
        <What payment={payment} />
        {payment.note && <Notice kind="info">{payment.note}</Notice>}
        <OrderSteps steps={payment.steps} />
        <Facts payment={payment} />
        <OrderActions payment={payment} />
      </Panel>
    </>
  )
}

const What = ({ payment }: { payment: Payment }) => (
  <div className="flex items-center gap-4">
    <SmallPicture src={payment.nft?.thumbnail_url} Icon={CreditCard} sizePx={72} className="size-18 rounded-lg bg-s2" />
    <div className="min-w-0 flex-1">
      <p dir="auto" className="truncate text-lg font-semibold">
        {payment.nft ? (
          <Link to={addressOf('nft', { nftId: payment.nft.id })} className="rounded-sm hover:underline">
            {payment.nft.name}
          </Link>
        ) : (
          paymentName(payment)
        )}
      </p>
      {payment.nft && <p className="text-fg3">{chainName(payment.nft.chain)}</p>}
    </div>
    <Price usd={payment.amount} className="text-xl whitespace-nowrap" />
  </div>
)

const Facts = ({ payment }: { payment: Payment }) => (
  <dl className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-fg3">{t('order.number')}</dt>
      <dd className="num min-w-0 wrap-anywhere">{payment.id}</dd>
    </div>
    {payment.expires_at && (
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-fg3">{t(payment.kind === 'TOPUP' ? 'order.payUntil' : 'order.reservedUntil')}</dt>
        <dd className="num">{formatDateTime(payment.expires_at)}</dd>
      </div>
    )}
  </dl>
)
