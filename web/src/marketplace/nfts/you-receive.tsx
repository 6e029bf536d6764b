import { MAX_PRICE_CENTS } from '@verso/protocol/limits'
import { formatCents, parseUsdCents, splitPrice } from '@verso/protocol/usd'
import type { Nft } from '@verso/protocol/nfts'
import type { Listing } from '@verso/protocol/nfts/listings'
import { useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { useMinPriceCents } from './listing-price.ts'

type YouReceiveProps = {
  price: string
  nft: Nft
  isCreator: boolean
  /** The open one keeps the rate of its day as long as its price stays (docs/rules.md R74). */
  listing?: Listing
}

/** The seller's part of a price: after the platform's fee and, when it is not the creator who sells and has not left, the royalty. */
export function YouReceive({ price, nft, isCreator, listing }: YouReceiveProps) {
  const todaysFeeBps = useSettings().data?.platform_fee_bps
  const minCents = useMinPriceCents()
  const priceCents = parseUsdCents(price)
  const isKept = listing && priceCents === Math.round(listing.price * 100)
  const feeBps = isKept ? listing.platform_fee_bps : todaysFeeBps
  if (feeBps === undefined || priceCents === null) return null
  if (priceCents < minCents || priceCents > MAX_PRICE_CENTS) return null
  const royaltyBps = isCreator || nft.creator.is_deleted ? 0 : nft.cashback_value
  const { feeCents, royaltyCents, sellerCents } = splitPrice(priceCents, feeBps, royaltyBps)
  return (
    <dl aria-live="polite" className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm text-fg3">
      <Line label={t('nft.listing.fee', { percent: feeBps / 100 })} cents={-feeCents} />
      {royaltyCents > 0 && (
        <Line label={t('nft.listing.royalty', { percent: royaltyBps / 100 })} cents={-royaltyCents} />
      )}
      <div className="flex justify-between gap-4 text-base font-semibold text-fg">
        <dt>{t('nft.listing.youReceive')}</dt>
        <dd className="num">
          {formatCents(sellerCents)} {t('price.currency')}
        </dd>
      </div>
    </dl>
  )
}

const Line = ({ label, cents }: { label: string; cents: number }) => (
  <div className="flex justify-between gap-4">
    <dt>{label}</dt>
    <dd className="num">
      {cents < 0 ? '−' : ''}
      {formatCents(Math.abs(cents))}
    </dd>
  </div>
)
