import { formatClock } from '@verso/protocol/dates'
import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { formatCents } from '@verso/protocol/money'
import type { Nft } from '@verso/protocol/nfts'
import { Wallet } from 'lucide-react'
import { useMe } from '../../../../api/users.ts'
import { useSettings } from '../../../../api/settings.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Price } from '../../../../ui/text/price.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { activeListing, ownReservation, reservedListing, shownListing } from '../../../nfts/nft-view.ts'
import { WishlistButton } from './bookmark-buttons.tsx'

type BuyPanelProps = { nft: Nft; onBuy: (nft: Nft) => void }

/** Mine to pay: I hold the reservation, so the payment that is open goes on. */
export function useCanBuy(nft: Nft): { canBuy: boolean; isMyReservation: boolean } {
  const { data: me } = useMe()
  const isStopped = Boolean(useSettings().data?.buying_stopped)
  const isMyReservation = ownReservation(nft, me?.id) !== undefined
  return { canBuy: isMyReservation || (!isStopped && Boolean(activeListing(nft))), isMyReservation }
}

export function BuyPanel({ nft, onBuy }: BuyPanelProps) {
  const { canBuy, isMyReservation } = useCanBuy(nft)
  const buyingStopped = useSettings().data?.buying_stopped
  return (
    <section aria-label={t('nft.price')} className="rounded-xl bg-s1 p-5 hairline md:p-6">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-sm text-fg3">{t('nft.price')}</h3>
        <ListingState nft={nft} />
      </div>
      <p className="mt-1 text-[40px] leading-[48px] font-semibold tracking-[-.03em]">
        <Price usd={shownListing(nft)?.price} className="[&>span]:text-lg [&>span]:tracking-normal" />
      </p>
      <div className="mt-5 grid grid-cols-1 gap-2 sm:grid-cols-[1fr_auto] md:max-lg:grid-cols-1">
        <Button size="lg" className="max-md:hidden" disabled={!canBuy} onClick={() => onBuy(nft)}>
          {t(isMyReservation ? 'card.continue' : 'buy.now')}
        </Button>
        <WishlistButton nft={nft} />
      </div>
      <Reserved nft={nft} isMine={isMyReservation} />
      {buyingStopped && (
        <div className="mt-4">
          <Notice kind="info">{buyingStopped}</Notice>
        </div>
      )}
      <p className="mt-4 flex items-center gap-2 border-t border-line pt-4 text-sm text-fg3">
        <Wallet size={16} aria-hidden className="shrink-0" />
        {t('buy.needs', { fee: formatCents(NETWORK_FEE_CENTS) })}
      </p>
    </section>
  )
}

/** Until when it is held: for its buyer, who can still pay, and for others, who can try again then. */
function Reserved({ nft, isMine }: { nft: Nft; isMine: boolean }) {
  const until = reservedListing(nft)?.reserved_until
  if (!until) return null
  const time = formatClock(until)
  return (
    <div className="mt-4">
      <Notice kind="info">
        {isMine ? t('buy.reservedForYou', { time }) : t('buy.reserved', { free: t('buy.freeAgain', { time }) })}
      </Notice>
    </div>
  )
}

function ListingState({ nft }: { nft: Nft }) {
  const listing = activeListing(nft)
  if (reservedListing(nft)) return <State tone="bg-warn">{t('card.reserved')}</State>
  if (nft.latest_listing?.status === 'PAID') return <State tone="bg-warn">{t('nft.sold')}</State>
  if (!listing) return <State tone="bg-fg3">{t('nft.notListed')}</State>
  return (
    <State tone="bg-ok">
      {t('nft.listed')} <RelativeTime at={listing.created_at} />
    </State>
  )
}

const State = ({ tone, children }: { tone: string; children: React.ReactNode }) => (
  <span className="flex items-center gap-1.5 text-sm text-fg2">
    <span className={`size-1.5 shrink-0 rounded-full ${tone}`} aria-hidden />
    <span>{children}</span>
  </span>
)
