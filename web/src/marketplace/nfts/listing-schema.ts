import { MAX_PRICE_CENTS } from '@verso/protocol/limits'
import { formatCents, usdCents } from '@verso/protocol/money'
import { z } from 'zod'
import { t } from '../../lib/i18n.ts'

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
