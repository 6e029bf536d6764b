import { z } from 'zod'
import { required } from './auth.ts'
import { requiredName } from './users/plain-name.ts'
import { ALT_TEXT_MAX_LENGTH, BIO_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, NFT_NAME_MAX_LENGTH } from './limits.ts'

export const MEDIA_TYPES = ['image', 'video', 'audio', 'model'] as const

export const fileMetadataBody = z.object({
  name: requiredName(NFT_NAME_MAX_LENGTH),
  description: required()
    .trim()
    .min(1, 'Required')
    .refine(
      // Counted as PostgreSQL counts them: an emoji is one.
      (text) => [...text].length <= DESCRIPTION_MAX_LENGTH,
      `Description must be at most ${DESCRIPTION_MAX_LENGTH} characters`,
    ),
  bio: z.string().trim().max(BIO_MAX_LENGTH, 'Too long').optional(),
  alt_text: z.string().trim().max(ALT_TEXT_MAX_LENGTH, 'Too long').optional(),
})

export const file = z.object({
  id: z.string(),
  url: z.string(),
  mime: z.string(),
  size: z.number().int(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  ipfs_hash: z.string().nullable(),
  variants: z.record(z.string(), z.string()),
})

export type File = z.infer<typeof file>
export type MediaType = (typeof MEDIA_TYPES)[number]
