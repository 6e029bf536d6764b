import { MIN_LISTING_PRICE_CENTS } from '@verso/protocol/limits'
import { parseUsdCents } from '@verso/protocol/usd'
import { useSettings } from '../../api/settings.ts'
import { useZodForm } from '../../lib/use-zod-form.ts'

/** A form with the price field; the minimum is the server's setting. */
export function useListingForm() {
  const minPrice = useSettings().data?.min_listing_price
  const minCents = (minPrice === undefined ? null : parseUsdCents(minPrice)) ?? MIN_LISTING_PRICE_CENTS
  return useZodForm<{ auctionPrice: string }, { auctionPrice: number }>(
    async () => (await import('./listing-schema.ts')).listingSchema(minCents) as never,
    { defaultValues: { auctionPrice: '' } },
  )
}

export type ListingForm = ReturnType<typeof useListingForm>
