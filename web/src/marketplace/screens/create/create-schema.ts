import { ALL_CHAINS } from '@verso/protocol/chains'
import {
  ALT_TEXT_MAX_LENGTH,
  BIO_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  NFT_NAME_MAX_LENGTH,
  THUMBNAIL_TYPES,
} from '@verso/protocol/limits'
import { royalty } from '@verso/protocol/nfts'
import { parseUsdCents } from '@verso/protocol/usd'
import { plainName } from '@verso/protocol/users/plain-name'
import { z } from 'zod'
import { queryClient } from '../../../api/query-client.ts'
import { publicSettings } from '../../../api/settings.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { t } from '../../../lib/i18n.ts'
import { priceProblem } from '../../nfts/listing-schema.ts'

const REQUIRED = t('form.required')
const file = z.instanceof(File, { error: REQUIRED })
const requiredText = z.string({ error: REQUIRED }).trim().min(1, REQUIRED)
const atMost = (bytes: number) => t('drop.tooLarge', { size: formatBytes(bytes) })

type Limits = { minPriceCents: number; fileBytes: number; thumbnailBytes: number }

/** The fields of the create form (docs/rules.md R65); `alt_text` is optional. */
const schemaOf = ({ minPriceCents, fileBytes, thumbnailBytes }: Limits) =>
  z.object({
    nftFile: file.refine((one) => one.size <= fileBytes, atMost(fileBytes)),
    thumbnail: file
      .refine((one) => (THUMBNAIL_TYPES as readonly string[]).includes(one.type), t('drop.wrongType'))
      .refine((one) => one.size <= thumbnailBytes, atMost(thumbnailBytes)),
    name: requiredText
      .max(NFT_NAME_MAX_LENGTH, t('create.tooLong', { max: NFT_NAME_MAX_LENGTH }))
      .pipe(plainName(NFT_NAME_MAX_LENGTH)),
    description: requiredText.refine(
      // As PostgreSQL counts them: an emoji is one.
      (text) => [...text].length <= DESCRIPTION_MAX_LENGTH,
      t('create.tooLong', { max: DESCRIPTION_MAX_LENGTH }),
    ),
    bio: z
      .string()
      .trim()
      .max(BIO_MAX_LENGTH, t('create.tooLong', { max: BIO_MAX_LENGTH })),
    altText: z
      .string()
      .trim()
      .max(ALT_TEXT_MAX_LENGTH, t('create.tooLong', { max: ALT_TEXT_MAX_LENGTH })),
    category: requiredText,
    chain: z.enum(ALL_CHAINS, { error: REQUIRED }),
    royalty,
    /** Of the listing that opens when it is minted; empty: none. */
    price: z
      .string()
      .trim()
      .superRefine((value, context) => {
        const message = value && priceProblem(value, minPriceCents)
        if (message) context.addIssue({ code: 'custom', message })
      }),
  })

/** With the limits that are in force at the server. */
export async function loadCreateSchema() {
  const { limits, min_listing_price } = await queryClient.ensureQueryData(publicSettings)
  return schemaOf({
    minPriceCents: parseUsdCents(min_listing_price) ?? 0,
    fileBytes: limits.nft_file_bytes,
    thumbnailBytes: limits.thumbnail_bytes,
  })
}

export type CreateInput = z.input<ReturnType<typeof schemaOf>>
export type CreateValues = z.output<ReturnType<typeof schemaOf>>
