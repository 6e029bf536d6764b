import { z } from 'zod'
import { required } from './auth.ts'
import { chainField } from './chains/chain-field.ts'
import { ALL_CHAINS } from './chains.ts'
import { id, isoTime, pathId, queryFlag } from './envelope.ts'
import { MEDIA_TYPES } from './files.ts'
import {
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  MAX_PRICE_CENTS,
  REPORT_REASON_MAX_LENGTH,
  REPORT_TEXT_MAX_LENGTH,
  SEARCH_MAX_LENGTH,
} from './limits.ts'
import { listing } from './nfts/listings.ts'
import { parseUsdCents, usdCents } from './money.ts'
import { NFT_SORTS } from './nfts/nft-sorts.ts'

export const MINT_STATUSES = ['PENDING', 'SUCCESSED', 'FAILED'] as const
export type MintStatus = (typeof MINT_STATUSES)[number]
/** An admin's decision about an NFT (docs/rules.md R68). */
export const APPROVALS = ['PENDING', 'APPROVED', 'REFUSED'] as const

/** Category ids are 4-byte integers. */
const categoryId = z
  .union([z.number(), z.string()], { error: (issue) => (issue.input == null ? 'Required' : 'Invalid value') })
  .transform((value, context): number => {
    const isWhole = /^-?\d+$/.test(String(value))
    if (isWhole && Math.abs(Number(value)) < 2 ** 31) return Number(value)
    const message = value === '' ? 'Required' : isWhole ? 'Unknown category' : 'Invalid value'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const queryCents = z.string().transform((value, context) => {
  const cents = parseUsdCents(value)
  if (cents === null) context.addIssue({ code: 'custom', message: 'Invalid format' })
  return cents ?? z.NEVER
})

export const nftListQuery = z.object({
  category: categoryId.optional(),
  chain: chainField.optional(),
  approved: queryFlag.optional(),
  listed: queryFlag.optional(),
  owned_by: pathId.optional(),
  created_by: pathId.optional(),
  /** A member who has sold it, also when it was sold on since. */
  sold_by: pathId.optional(),
  /** The member who sent it to the outside address where it is. */
  withdrawn_by: pathId.optional(),
  custody: z.enum(['HELD', 'OUTSIDE']).optional(),
  search: z.string().max(SEARCH_MAX_LENGTH).trim().optional(),
  min_price: queryCents.optional(),
  max_price: queryCents.optional(),
  sort: z.enum(NFT_SORTS).default('-updated_at'),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})

const requiredText = required()
/** Percent with two decimals → basis points, which is what `cashback_value` is (docs/rules.md R65). */
export const royalty = z
  .union([z.number(), requiredText.regex(/^-?\d+(\.\d+)?$/, 'Invalid format')], {
    error: (issue) => (issue.input == null ? 'Required' : 'Invalid format'),
  })
  .transform(Number)
  .pipe(
    z
      .number()
      .min(0, 'Value should be greater than 0')
      .max(100, 'Value should be less than 100')
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Invalid format'),
  )

/** The least price is a setting of the operator: where an NFT is listed, it is checked too. */
export const listingPrice = usdCents({
  isMinusZero: true,
  maxCents: MAX_PRICE_CENTS,
  messages: {
    required: 'Required',
    invalid: 'Invalid format',
    max: 'Price is too high',
  },
})

export const createNftBody = z
  .object({
    category: categoryId,
    chain: chainField,
    file: requiredText.pipe(id),
    thumbnail: requiredText.pipe(id),
    royalty,
    cashback_value: z.union([z.number(), z.string()]).nullish(),
    /** Listed at this price as soon as it is minted. */
    price: listingPrice.nullish(),
  })
  // The royalty times 100: it may be left out, but it may not differ (docs/rules.md R65).
  .refine(
    ({ royalty, cashback_value }) =>
      cashback_value == null || cashback_value === '' || Math.abs(Number(cashback_value) - royalty * 100) < 1e-6,
    {
      path: ['cashback_value'],
      message: 'Must be the royalty times 100',
      when: ({ issues }) => issues.length === 0,
    },
  )

const expectedPrice = usdCents({ messages: { required: 'Required', invalid: 'Invalid format' } })

/** The change that `PUT /api/nfts/{id}/` asks for: one of three, told apart here and nowhere else. */
export type NftChange =
  /** `expiresAt` undefined: as it was, which for an NFT that is not listed is without an end. */
  | { kind: 'list'; priceCents: number; expiresAt: Date | null | undefined }
  | { kind: 'unlist' }
  /** The buyer is the caller; another one in the body is refused. `expectedCents`: the price that the buyer has seen. `withFee`: short of credits, they pay the network fee too. */
  | { kind: 'purchase'; buyer: string | null; expectedCents: number | null; withFee: boolean }

export const updateNftBody = z
  .object({
    listing: z.boolean().optional(),
    price: z.unknown().optional(),
    expires_at: isoTime.nullish(),
    purchasing: z.boolean().optional(),
    with_fee: z.boolean().optional(),
    buyer: z.union([z.string(), z.number()]).nullish(),
    expected_price: expectedPrice.nullish(),
  })
  .transform((body, context): NftChange => {
    if (body.purchasing) {
      const buyer = body.buyer == null ? null : String(body.buyer)
      return { kind: 'purchase', buyer, expectedCents: body.expected_price ?? null, withFee: body.with_fee ?? false }
    }
    if (body.listing === false) return { kind: 'unlist' }
    if (body.listing === undefined) {
      context.addIssue({ code: 'custom', path: ['listing'], message: 'Required' })
      return z.NEVER
    }
    const price = listingPrice.safeParse(body.price)
    for (const issue of price.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['price'], message: issue.message })
    const expiresAt = body.expires_at == null ? body.expires_at : new Date(body.expires_at)
    return price.success ? { kind: 'list', priceCents: price.data, expiresAt } : z.NEVER
  })

/** `amount`: what is to be paid, in USD; with the network fee where it is part of the payment. */
export const purchaseStarted = z.object({ payment_id: z.string(), amount: z.number() })

/** `POST /api/chains/{chain}/call/`: what may be asked of the contract, `tokenURI` and `ownerOf` of one token. */
export const readTokenBody = z.object({
  data: required().regex(/^0x(c87b56dd|6352211e)[0-9a-f]{64}$/, 'Invalid value'),
})
/** The contract's answer as it is; null when it refused. */
export const contractAnswer = z.object({ result: z.string().nullable() })

/** An account of Solana as a node tells it; null where there is none. */
const solanaAccount = z.object({ address: z.string(), program: z.string(), data: z.base64() }).nullable()
/** `GET /api/chains/SOL/tokens/{token_id}/`: the mint, the account that should hold it for its owner, and the collection. */
export const solanaToken = z.object({ mint: solanaAccount, holder: solanaAccount, collection: solanaAccount })

export const REPORT_REASONS = ['COPYRIGHT', 'FRAUD', 'OFFENSIVE', 'SPAM', 'OTHER'] as const
const toKnownReason = (given: string): string => REPORT_REASONS.find((one) => one === given.toUpperCase()) ?? given
export const reportBody = z.object({
  /** One of the form's, or the reporter's own words. */
  reason: requiredText.trim().min(1, 'Required').max(REPORT_REASON_MAX_LENGTH, 'Too long').transform(toKnownReason),
  text: z.string().trim().max(REPORT_TEXT_MAX_LENGTH, 'Too long').default(''),
})

export const nft = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  bio: z.string().nullable(),
  alt_text: z.string(),
  chain: z.enum(ALL_CHAINS),
  category: z.number().int(),
  file: z.string(),
  thumbnail: z.string(),
  file_url: z.string(),
  thumbnail_url: z.string(),
  card_url: z.string(),
  page_url: z.string(),
  /** The picture of `page_url`, as wide as a phone. */
  page_small_url: z.string(),
  media_type: z.enum(MEDIA_TYPES),
  royalty: z.number(),
  cashback_value: z.number().int(),
  created_by: z.string(),
  owned_by: z.string().nullable(),
  approved: z.boolean(),
  /** Whether one that is not approved waits or was refused: for its owner and its creator, null for others. */
  approval: z.enum(APPROVALS).nullable(),
  taken_down: z.boolean(),
  custody: z.enum(['HELD', 'OUTSIDE']),
  creator: z.object({
    id: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    display_name: z.string().nullable(),
    logo: z.string().nullable(),
    /** Has deleted the account: a resale has no royalty (docs/rules.md R75). */
    is_deleted: z.boolean(),
  }),
  created_at: z.string(),
  updated_at: z.string(),
  listings: z.array(listing),
  latest_listing: listing.nullable(),
  /** In USD; null while it was never sold here. */
  last_sale_price: z.number().nullable(),
  mint_tx: z.object({
    signature_id: z.string().nullable(),
    tx_id: z.string().nullable(),
    status: z.enum(MINT_STATUSES),
    error: z.string().nullable(),
  }),
  metadata: z.object({ file_ipfs_hash: z.string().nullable(), metadata_ipfs_hash: z.string().nullable() }),
  token: z
    .object({
      contract: z.string(),
      token_id: z.string(),
      standard: z.string(),
      explorer_url: z.string().nullable(),
      owner_address: z.string().nullable(),
    })
    .nullable(),
  is_favourite: z.boolean().optional(),
  is_wishlisted: z.boolean().optional(),
})

export type Nft = z.infer<typeof nft>
export type SolanaToken = z.output<typeof solanaToken>
export type NftListQuery = z.output<typeof nftListQuery>
