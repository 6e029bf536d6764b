import { ALL_CHAINS } from '@verso/protocol/chains'
import {
  ALT_TEXT_MAX_LENGTH,
  BIO_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  MIN_LISTING_PRICE_CENTS,
  NFT_FILE_MAX_BYTES,
  NFT_NAME_MAX_LENGTH,
  THUMBNAIL_MAX_BYTES,
  THUMBNAIL_TYPES,
} from '@verso/protocol/limits'
import { royalty } from '@verso/protocol/nfts'
import { z } from 'zod'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { t } from '../../../lib/i18n.ts'
import { priceProblem } from '../../nfts/listing-schema.ts'

const REQUIRED = t('form.required')
const file = z.instanceof(File, { error: REQUIRED })
const requiredText = z.string({ error: REQUIRED }).trim().min(1, REQUIRED)
const atMost = (bytes: number) => t('drop.tooLarge', { size: formatBytes(bytes) })

/** The fields of the create form (docs/rules.md R65); `alt_text` is optional. */
export const createSchema = z.object({
  nftFile: file.refine((one) => one.size <= NFT_FILE_MAX_BYTES, atMost(NFT_FILE_MAX_BYTES)),
  thumbnail: file
    .refine((one) => (THUMBNAIL_TYPES as readonly string[]).includes(one.type), t('drop.wrongType'))
    .refine((one) => one.size <= THUMBNAIL_MAX_BYTES, atMost(THUMBNAIL_MAX_BYTES)),
  name: requiredText.max(NFT_NAME_MAX_LENGTH, t('create.tooLong', { max: NFT_NAME_MAX_LENGTH })),
  description: requiredText.max(DESCRIPTION_MAX_LENGTH, t('create.tooLong', { max: DESCRIPTION_MAX_LENGTH })),
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
      const message = value && priceProblem(value, MIN_LISTING_PRICE_CENTS)
      if (message) context.addIssue({ code: 'custom', message })
    }),
})

export type CreateInput = z.input<typeof createSchema>
export type CreateValues = z.output<typeof createSchema>
