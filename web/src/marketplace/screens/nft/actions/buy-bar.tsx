import type { Nft } from '@verso/protocol/nfts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Price } from '../../../../ui/text/price.tsx'
import { shownListing } from '../../../nfts/nft-view.ts'
import { useCanBuy } from './buy-panel.tsx'

/** On small screens the price and the Buy button stay at the thumb. */
export function BuyBar({ nft, onBuy }: { nft: Nft; onBuy: (nft: Nft) => void }) {
  const { canBuy, isMyReservation } = useCanBuy(nft)
  return (
    <div
      data-buy-bar
      className="bar fixed inset-x-0 bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom))] z-40 flex items-center gap-4 border-t border-line px-4 py-2.5 md:hidden"
    >
      <p className="min-w-0 flex-1">
        <span className="block text-xs text-fg3">{t('nft.price')}</span>
        <Price usd={shownListing(nft)?.price} className="block truncate text-lg" />
      </p>
      <Button
        className="shrink-0"
        style={{ paddingInline: 'clamp(24px, 8.2vw, 32px)' }}
        disabled={!canBuy}
        onClick={() => onBuy(nft)}
      >
        {t(isMyReservation ? 'card.continue' : 'buy.now')}
      </Button>
    </div>
  )
}
