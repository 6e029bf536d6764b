import { formatDateTime } from '@verso/protocol/dates'
import type { Listing } from '@verso/protocol/nfts/listings'
import type { Nft } from '@verso/protocol/nfts'
import { useRef, useState } from 'react'
import { useChangePrice, useUnlistNft } from '../../../../api/nfts/nft-changes.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Price } from '../../../../ui/text/price.tsx'
import { ListingPriceField } from '../../../nfts/listing-price-field.tsx'
import { useListingForm } from '../../../nfts/listing-price.ts'
import { YouReceive } from '../../../nfts/you-receive.tsx'

type ListedProps = { nft: Nft; listing: Listing; isCreator: boolean }

/** The owner's open listing: its price, another one, or its end. */
export function Listed(props: ListedProps) {
  const [isChanging, setIsChanging] = useState(false)
  const { nft, listing, isCreator } = props
  if (isChanging) return <ChangePrice {...props} onClose={() => setIsChanging(false)} />
  return (
    <div className="mt-4 flex flex-col gap-4">
      <PriceLine usd={listing.price} />
      {listing.expires_at && (
        <p className="text-sm text-fg3">{t('nft.listing.until', { date: formatDateTime(listing.expires_at) })}</p>
      )}
      <YouReceive price={String(listing.price)} nft={nft} isCreator={isCreator} listing={listing} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button size="lg" onClick={() => setIsChanging(true)}>
          {t('nft.listing.changePrice')}
        </Button>
        <Unlist nftId={nft.id} />
      </div>
    </div>
  )
}

function ChangePrice({ nft, listing, isCreator, onClose }: ListedProps & { onClose: () => void }) {
  const form = useListingForm(listing.price.toFixed(2))
  const change = useChangePrice()
  const submit = async () => {
    await change.mutateAsync({ id: nft.id, price: form.price })
    onClose()
  }
  return (
    <form className="mt-4 flex flex-col gap-4" onSubmit={form.submit(submit)} noValidate>
      <ListingPriceField form={form} hasFocus />
      <YouReceive price={form.price} nft={nft} isCreator={isCreator} listing={listing} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button type="submit" size="lg" isPending={change.isPending}>
          {t('nft.listing.savePrice')}
        </Button>
        <Button variant="plain" size="lg" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  )
}

function Unlist({ nftId }: { nftId: string }) {
  const unlist = useUnlistNft()
  const isRunning = useRef(false)
  const end = () => {
    if (isRunning.current) return
    isRunning.current = true
    const release = () => {
      isRunning.current = false
    }
    unlist.mutate(nftId, { onSettled: release })
  }
  return (
    <Button variant="plain" size="lg" isPending={unlist.isPending} onClick={end}>
      {t('nft.listing.unlistButton')}
    </Button>
  )
}

export const PriceLine = ({ usd }: { usd: number | undefined }) => (
  <div>
    <p className="text-sm text-fg3">{t('nft.listing.price')}</p>
    <p className="mt-1 text-[32px] leading-10 font-semibold tracking-[-.03em]">
      <Price usd={usd} />
    </p>
  </div>
)
