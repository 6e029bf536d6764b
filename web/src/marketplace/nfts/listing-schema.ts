import { MAX_PRICE_CENTS } from '@verso/protocol/limits'
import { formatCents, usdCents } from '@verso/protocol/money'
import { z } from 'zod'
import { t } from '../../lib/i18n.ts'

/** The listing price, in the field `auctionPrice` (docs/rules.md R70). */
function listingSchema(minCents: number) {
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

/** The problem of a price as it was typed. */
export const priceProblem = (auctionPrice: string, minCents: number): string | undefined =>
  listingSchema(minCents).safeParse({ auctionPrice }).error?.issues[0]?.message
