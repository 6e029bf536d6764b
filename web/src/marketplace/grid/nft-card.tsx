import { formatClock } from '@verso/protocol/dates'
import type { Nft } from '@verso/protocol/nfts'
import type { Listing } from '@verso/protocol/nfts/listings'
import { addressOf } from '@verso/protocol/pages/pages'
import { formatUsd } from '@verso/protocol/usd'
import { memo } from 'react'
import { cx } from '../../lib/cx.ts'
import { givenAltText } from '../../lib/given-alt-text.ts'
import { t } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Link } from '../../ui/link.tsx'
import { Price } from '../../ui/text/price.tsx'
import { ChainGlyph } from '../nfts/chain-glyph.tsx'
import { MediaTag } from '../nfts/media-tag.tsx'
import {
  activeListing,
  creatorName,
  isPending,
  ownReservation,
  reservedListing,
  shownListing,
} from '../nfts/nft-view.ts'

export type CardOptions = {
  /** Without it the card has no Buy button. */
  onBuy?: ((nft: Nft) => void) | undefined
  viewerId?: string | undefined
  /** A profile flags what is on its way, and its owner sees what still waits for approval. */
  flags?: 'explore' | 'profile' | 'own' | undefined
}

type NftCardProps = CardOptions & { nft: Nft; isEager?: boolean }

/** The artwork card (docs/rules.md R27). One link covers it all; VIEW is the same link for those who look for it. */
export const NftCard = memo(function NftCard({ nft, isEager, onBuy, viewerId, flags = 'explore' }: NftCardProps) {
  const own = ownReservation(nft, viewerId)
  const flag = flagOf(nft, flags, own)
  return (
    <li className="card flex flex-col">
      <div className="relative aspect-square overflow-hidden bg-s2">
        <img
          src={nft.card_url}
          alt={givenAltText(nft)}
          width={640}
          height={640}
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : 'auto'}
          decoding="async"
          className="size-full object-cover"
        />
        {flag && (
          <span className="absolute bottom-3 left-3 flex h-7 items-center rounded-full bg-black/70 px-2.5 text-xs font-medium text-white backdrop-blur-md">
            {flag}
          </span>
        )}
        <MediaTag type={nft.media_type} />
      </div>
      <div className="flex flex-1 flex-col p-3 md:p-4">
        <div className="flex items-center gap-2">
          <h2
            dir="auto"
            className="min-w-0 flex-1 truncate text-[15px] font-semibold tracking-[-.01em]"
            title={nft.name}
          >
            <Link to={addressOf('nft', { nftId: nft.id })} className="cover after:absolute after:inset-0">
              {nft.name}
            </Link>
          </h2>
          <ChainGlyph chain={nft.chain} />
        </div>
        <p className="mt-1 flex min-w-0 items-center gap-1.5 text-sm text-fg3">
          <Avatar id={nft.created_by} src={nft.creator.logo} size={16} />
          <span dir="auto" className="truncate">
            {creatorName(nft)}
          </span>
        </p>
        <div
          className={cx(
            'mt-auto flex flex-col gap-3 pt-3 md:gap-2 md:pt-4',
            !(own && onBuy) && 'md:flex-row md:items-center',
          )}
        >
          <CardPrice nft={nft} />
          <CardButtons nft={nft} onBuy={onBuy} viewerId={viewerId} isReserved={own !== undefined} />
        </div>
      </div>
    </li>
  )
})

/** Without a price, what the last sale brought: in the same height, for all rows are as high (virtual-grid.tsx). */
function CardPrice({ nft }: { nft: Nft }) {
  const listing = shownListing(nft)
  const last = listing ? null : nft.last_sale_price
  return (
    <div className="flex min-w-0 flex-1 items-baseline gap-x-2 md:flex-col md:gap-0 md:leading-tight">
      <Price usd={listing?.price} className="max-w-full truncate text-[15px]" />
      {last !== null && (
        <span className="num truncate text-xs text-fg3">{t('card.lastSale', { price: formatUsd(last) })}</span>
      )}
    </div>
  )
}

function flagOf(nft: Nft, flags: CardOptions['flags'], own: Listing | undefined): string | null {
  if (nft.custody === 'OUTSIDE') return t('card.heldOutside')
  if (own?.reserved_until) return t('card.reservedUntil', { time: formatClock(own.reserved_until) })
  if (flags !== 'explore' && isPending(nft)) return t('card.pending')
  if (reservedListing(nft)) return t('card.reserved')
  if (flags !== 'own') return null
  if (nft.mint_tx.status === 'FAILED') return t('card.mintFailed')
  if (nft.mint_tx.status === 'PENDING') return t('card.minting')
  return nft.approval === 'PENDING' ? t('card.waitingForApproval') : null
}

type CardButtonsProps = Pick<NftCardProps, 'nft' | 'onBuy' | 'viewerId'> & { isReserved: boolean }

/** A buyer's own reservation leads on to its payment. */
function CardButtons({ nft, onBuy, viewerId, isReserved }: CardButtonsProps) {
  const isOwn = viewerId !== undefined && nft.owned_by === viewerId
  const buy = t(isReserved ? 'card.continue' : 'card.buy')
  return (
    <div
      className={onBuy ? cx('relative z-1 grid gap-1.5 md:flex', !isReserved && 'grid-cols-2') : 'relative z-1 grid'}
    >
      <Link
        to={addressOf('nft', { nftId: nft.id })}
        className="btn btn-ghost btn-sm px-2.5! max-md:h-11! max-md:bg-s2"
        aria-label={`${t('card.view')} ${nft.name}`}
        tabIndex={-1}
      >
        {t('card.view')}
      </Link>
      {onBuy && (
        <button
          type="button"
          disabled={!isReserved && (!activeListing(nft) || isOwn)}
          onClick={() => onBuy(nft)}
          className="btn btn-sm buy max-md:h-11!"
          aria-label={`${buy} ${nft.name}`}
        >
          {buy}
        </button>
      )}
    </div>
  )
}

/** Its bones are still: the list has the sheen. */
export const NftCardSkeleton = () => (
  <li className="card flex flex-col">
    <span className="bone block aspect-square rounded-none!" />
    <div className="flex flex-1 flex-col p-3 md:p-4">
      <span className="bone block my-0.5 h-[18px] w-3/5" />
      <span className="bone block mt-1.5 h-4 w-2/5" />
      <div className="mt-3 flex flex-col gap-3 md:mt-4 md:flex-row md:items-center md:justify-between">
        <span className="bone block h-5 w-20" />
        <span className="bone block h-11 w-full md:h-9 md:w-24" />
      </div>
    </div>
  </li>
)
