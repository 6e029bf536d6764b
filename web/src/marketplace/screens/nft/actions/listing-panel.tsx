import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { useListNft } from '../../../../api/nfts/nft-changes.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Link } from '../../../../ui/link.tsx'
import { StatusPill } from '../../../../ui/badge.tsx'
import { confirmListing } from '../../../nfts/confirm-listing.ts'
import { ListingPriceField } from '../../../nfts/listing-price-field.tsx'
import { useListingForm } from '../../../nfts/listing-price.ts'
import { ownersListing, shownListing } from '../../../nfts/nft-view.ts'
import { YouReceive } from '../../../nfts/you-receive.tsx'
import { Listed, PriceLine } from './listed.tsx'

type ListingPanelProps = { nft: Nft; isCreator: boolean; isReady: boolean }

/** The owner's panel: "List this NFT" or "NFT Listed" (docs/rules.md R28). */
export function ListingPanel({ nft, isCreator, isReady }: ListingPanelProps) {
  const listing = ownersListing(nft)
  const isBusy = nft.latest_listing?.status === 'PAYMENT_PROCESSING' || nft.latest_listing?.status === 'PAID'
  return (
    <section aria-labelledby="listing-panel" className="rounded-xl bg-s1 p-5 hairline md:p-6">
      <div className="flex items-start justify-between gap-3">
        <h3 id="listing-panel" className="text-lg font-semibold">
          {t(listing || isBusy ? 'nft.listing.listed' : 'nft.listing.list')}
        </h3>
        {(listing || isBusy) && <ListingStatus nft={nft} />}
      </div>
      {isBusy ? (
        <Reserved nft={nft} />
      ) : listing ? (
        <Listed key={listing.id} nft={nft} listing={listing} isCreator={isCreator} />
      ) : (
        <List nft={nft} isCreator={isCreator} isReady={isReady} />
      )}
    </section>
  )
}

const STATUS = {
  ACTIVE: ['ok', 'nft.listing.status.active'],
  PENDING_LISTINGS: ['warn', 'nft.listing.status.minting'],
  PENDING_APPROVAL: ['warn', 'nft.listing.status.approval'],
  PAYMENT_PROCESSING: ['warn', 'card.reserved'],
  PAID: ['warn', 'nft.sold'],
} as const

function ListingStatus({ nft }: { nft: Nft }) {
  const status = nft.latest_listing?.status
  if (!status || !(status in STATUS)) return null
  const [tone, text] = STATUS[status as keyof typeof STATUS]
  return <StatusPill tone={tone}>{t(text)}</StatusPill>
}

function List({ nft, isCreator, isReady }: { nft: Nft; isCreator: boolean; isReady: boolean }) {
  const form = useListingForm()
  const list = useListNft()
  const canList = isReady && nft.mint_tx.status !== 'FAILED' && nft.custody === 'HELD' && !nft.taken_down
  const submit = async () => {
    if (!nft.approved && !(await confirmListing())) return
    await list.mutateAsync({ id: nft.id, price: form.price })
  }
  return (
    <form className="mt-4 flex flex-col gap-4" onSubmit={form.submit(submit)} noValidate>
      <ListingPriceField form={form} disabled={!canList} />
      <YouReceive price={form.price} nft={nft} isCreator={isCreator} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="lg" className="min-w-36 flex-1" disabled={!canList} isPending={list.isPending}>
          {t('nft.listing.listButton')}
        </Button>
        {canList && (
          <Link to={addressOf('sell', { nftId: nft.id })} className="link py-2 text-sm">
            {t('nft.listing.withEnd')}
          </Link>
        )}
      </div>
    </form>
  )
}

const Reserved = ({ nft }: { nft: Nft }) => (
  <div className="mt-4 flex flex-col gap-3">
    <PriceLine usd={shownListing(nft)?.price ?? nft.latest_listing?.price} />
    <p className="text-fg2">
      {t(nft.latest_listing?.status === 'PAID' ? 'nft.listing.paidText' : 'nft.listing.reservedText')}
    </p>
  </div>
)
