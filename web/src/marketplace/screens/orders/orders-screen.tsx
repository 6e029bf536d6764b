import { formatDateTime } from '@verso/protocol/dates'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Payment } from '@verso/protocol/money/payments'
import { ChevronRight, CreditCard, Receipt } from 'lucide-react'
import { usePayments } from '../../../api/money/payments.ts'
import { t } from '../../../lib/i18n.ts'
import { useLoadedPage } from '../../../lib/navigation/use-loaded-page.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Price } from '../../../ui/text/price.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { SmallPicture } from '../../../ui/small-picture.tsx'
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx'
import { paymentName, paymentState } from '../../payment/payment-state.ts'

const PAGE_SIZE = 10

/** One's own orders and top-ups: closing a tab loses nothing (docs/rules.md R40). */
export function OrdersScreen() {
  const list = usePayments()
  const { rows: shown, server } = useLoadedPage(list, 'page', PAGE_SIZE)
  return (
    <div className="page max-w-[920px] pt-7 md:pt-10">
      <PageHeading lead={t('order.listLead')}>{t('navs:titles.orders')}</PageHeading>
      <div className="mt-6 overflow-hidden rounded-xl bg-s1 hairline">
        {list.error && !shown ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : !shown ? (
          <SkeletonRows />
        ) : shown.length === 0 ? (
          <NoOrders />
        ) : (
          <ul className="divide-y divide-line">
            {shown.map((payment) => (
              <OrderRow key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
        {server.total > PAGE_SIZE && (
          <div className="border-t border-line px-3 py-2">
            <Pagination
              label={t('navs:titles.orders')}
              {...server}
              pageSize={PAGE_SIZE}
              isDisabled={list.isFetchingNextPage}
            />
          </div>
        )}
      </div>
    </div>
  )
}

function OrderRow({ payment }: { payment: Payment }) {
  const { tone, text } = paymentState(payment)
  return (
    <li>
      <Link
        to={addressOf('order', { paymentId: payment.id })}
        className="flex min-h-20 items-center gap-4 px-4 py-3 -outline-offset-2 transition hover:bg-s2 sm:px-5"
      >
        <SmallPicture
          src={payment.nft?.thumbnail_url}
          Icon={CreditCard}
          sizePx={52}
          className="size-13 rounded-md bg-s2"
        />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block font-semibold break-words sm:truncate">
            {paymentName(payment)}
          </span>
          <span className="block text-sm text-fg3 sm:truncate">{formatDateTime(payment.created_at)}</span>
        </span>
        <span className="flex flex-col items-end gap-1.5 sm:flex-row-reverse sm:items-center sm:gap-6">
          <Price usd={payment.amount} className="whitespace-nowrap" />
          <StatusPill tone={tone}>{text}</StatusPill>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-fg3 max-sm:hidden" />
      </Link>
    </li>
  )
}

const NoOrders = () => (
  <EmptyState
    title={t('order.none')}
    icon={<Receipt size={26} />}
    action={<ButtonLink to={addressOf('home')}>{t('actions.goHome')}</ButtonLink>}
  />
)

const SkeletonRows = () => (
  <div aria-busy className="divide-y divide-line">
    {Array.from({ length: 5 }, (_, index) => (
      <div key={index} className="flex h-20 items-center gap-4 px-5">
        <Skeleton className="size-13" />
        <Skeleton className="h-4 w-40" />
        <Skeleton className="ml-auto h-4 w-20" />
      </div>
    ))}
  </div>
)
