import { MAX_PRICE_CENTS, MIN_LISTING_PRICE_CENTS } from '@verso/protocol/limits'
import { formatCents, parseUsdCents, usdCents } from '@verso/protocol/money'
import { useMemo } from 'react'
import { z } from 'zod'
import { useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { useZodForm } from '../../lib/use-zod-form.ts'

/** Spec §5, Listing price: the field is called `auctionPrice`; the minimum is the server's setting. */
export function listingSchema(minCents: number) {
  return z.object({
    auctionPrice: usdCents({
      minCents,
      maxCents: MAX_PRICE_CENTS,
      messages: {
        required: t('form.required'),
        invalid: t('nft.listing.invalid'),
        min: t('nft.listing.minimum', { amount: formatCents(minCents) }),
        max: t('nft.listing.tooHigh'),
      },
    }),
  })
}

export function useListingForm() {
  const minPrice = useSettings().data?.min_listing_price
  const minCents = (minPrice === undefined ? null : parseUsdCents(minPrice)) ?? MIN_LISTING_PRICE_CENTS
  const schema = useMemo(() => listingSchema(minCents), [minCents])
  return useZodForm<{ auctionPrice: string }, { auctionPrice: number }>(schema as never, {
    defaultValues: { auctionPrice: '' },
  })
}

export type ListingForm = ReturnType<typeof useListingForm>
