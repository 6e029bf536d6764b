import type { StatementEntry } from '@verso/protocol/money/accounts'
import { compareDates } from '@verso/protocol/dates'
import type { Listing } from '@verso/protocol/nfts/listings'
import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Payment } from '@verso/protocol/money/payments'
import { CircleDollarSign, CreditCard, Image, type LucideIcon } from 'lucide-react'
import { useNfts } from '../../../api/nfts/nfts.ts'
import { usePayments } from '../../../api/money/payments.ts'
import { useStatement } from '../../../api/money/statements.ts'
import { useMe } from '../../../api/users.ts'
import { givenAltText } from '../../../lib/given-alt-text.ts'
import { t } from '../../../lib/i18n.ts'
import { StatusPill, type Tone } from '../../../ui/badge.tsx'
import { Link } from '../../../ui/link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SmallPicture } from '../../../ui/small-picture.tsx'
import { Price } from '../../../ui/text/price.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'
import { mintStatusText } from '../../nfts/nft-view.ts'
import { paymentName, paymentState } from '../../payment/payment-state.ts'
import { isEarning } from './earnings-over-time.ts'

type Event = {
  key: string
  at: string
  name: string
  picture?: string
  alt?: string
  /** In place of a picture. */
  Icon: LucideIcon
  text: string
  tone: Tone
  usd?: number
  to: string
}

const SHOWN = 8

/** The newest of one's NFTs, orders and earnings, together. */
export function RecentActivity() {
  const { data: me } = useMe()
  const owned = useNfts({ owned_by: me?.id, sort: '-updated_at' }, me !== undefined)
  const payments = usePayments()
  const entries = useStatement('earnings')
  const queries = [owned, payments, entries]
  const failed = queries.filter((query) => query.isLoadingError)
  const isLoaded = queries.every((query) => query.data)
  const events = [
    ...(owned.data?.nfts ?? []).filter((nft) => !isOrder(nft, payments.data?.rows)).map(nftEvent),
    ...(payments.data?.rows ?? []).map(paymentEvent),
    ...(entries.data?.rows ?? []).filter(isEarning).map(earningEvent),
  ]
    .toSorted((a, b) => compareDates(b.at, a.at))
    .slice(0, SHOWN)
  return (
    <Panel title={t('dashboard.recent')}>
      {failed[0] ? (
        <ErrorState error={failed[0].error} onRetry={() => void Promise.all(failed.map((query) => query.refetch()))} />
      ) : !isLoaded ? (
        <Skeleton className="h-48" />
      ) : events.length === 0 ? (
        <p className="text-fg3">{t('dashboard.noActivity')}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {events.map((event) => (
            <EventRow key={event.key} event={event} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The newest about an NFT is its purchase, which stands there as an order. */
const isOrder = ({ id, latest_listing }: Nft, orders: readonly Payment[] = []): boolean =>
  latest_listing?.status === 'SOLD' && orders.some(({ nft, status }) => nft?.id === id && status === 'SUCCESS')

const LISTING_TEXT: Partial<Record<Listing['status'], [Tone, string]>> = {
  ACTIVE: ['ok', t('nft.listed')],
  PAYMENT_PROCESSING: ['warn', t('card.reserved')],
  PAID: ['warn', t('card.pending')],
  SOLD: ['info', t('dashboard.bought')],
  INACTIVE: ['neutral', t('nft.notListed')],
}

function nftEvent(nft: Nft): Event {
  const listing = nft.latest_listing
  const [tone, text] = (listing && LISTING_TEXT[listing.status]) ?? [
    nft.mint_tx.status === 'SUCCESSED' ? ('ok' as const) : ('warn' as const),
    t('dashboard.mint', { status: mintStatusText(nft.mint_tx.status) }),
  ]
  return {
    key: nft.id,
    at: nft.updated_at,
    name: nft.name,
    picture: nft.card_url,
    alt: givenAltText(nft),
    Icon: Image,
    text,
    tone,
    usd: listing?.price,
    to: addressOf('nft', { nftId: nft.id }),
  }
}

function paymentEvent(payment: Payment): Event {
  const { tone, text } = paymentState(payment)
  return {
    key: payment.id,
    at: payment.created_at,
    name: paymentName(payment),
    picture: payment.nft?.thumbnail_url,
    Icon: CreditCard,
    text,
    tone,
    usd: payment.amount,
    to: addressOf('order', { paymentId: payment.id }),
  }
}

const earningEvent = (entry: StatementEntry): Event => ({
  key: `earning-${entry.id}`,
  at: entry.created_at,
  name: entry.subject?.name ?? entry.kind,
  Icon: CircleDollarSign,
  text: t('dashboard.earned'),
  tone: 'ok',
  usd: entry.amount,
  to: entry.subject ? addressOf('nft', { nftId: entry.subject.nft_id }) : addressOf('settingsTab', { tab: 'earnings' }),
})

const EventRow = ({ event }: { event: Event }) => (
  <li>
    <Link
      to={event.to}
      className="flex min-h-16 items-center gap-4 rounded-md py-2 transition hover:bg-s2 sm:-mx-3 sm:px-3"
    >
      <SmallPicture
        src={event.picture}
        alt={event.alt}
        Icon={event.Icon}
        sizePx={44}
        className="size-11 rounded-md bg-s2"
      />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {event.name}
        </span>
        <span className="block text-sm text-fg3">
          <RelativeTime at={event.at} />
        </span>
      </span>
      <span className="flex flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-5">
        {event.usd !== undefined && <Price usd={event.usd} className="whitespace-nowrap" />}
        <StatusPill tone={event.tone}>{event.text}</StatusPill>
      </span>
    </Link>
  </li>
)
