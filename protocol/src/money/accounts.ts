import { z } from 'zod'
import { required } from '../auth.ts'
import { chainField } from '../chains/chain-field.ts'
import { ALL_CHAINS } from '../chains.ts'
import { ibanCountry, isIban } from './iban.ts'
import { MAX_TOPUP_CENTS, MIN_PAYOUT_CENTS, MIN_TOPUP_CENTS } from '../limits.ts'
import { usdCents } from '../money.ts'
import { COUNTRY_CODES, CURRENCY_CODES } from './places.ts'
import { requiredName } from '../users/plain-name.ts'
import { outsideAddress } from '../nfts/withdrawals.ts'

export const createWalletBody = z.object({ chain: chainField })
export const wallet = z.object({
  id: z.string(),
  chain: z.enum(ALL_CHAINS),
  public_address: z.string().nullable(),
  created_at: z.string(),
})

/** The address to which a creator's royalties of other marketplaces go; null while the platform collects them. */
export const royaltyAddressBody = z.object({ address: outsideAddress })
export const royaltyAddress = z.object({ address: z.string().nullable() })
export type RoyaltyAddress = z.infer<typeof royaltyAddress>

export const topupBody = z.object({
  amount: usdCents({
    minCents: MIN_TOPUP_CENTS,
    maxCents: MAX_TOPUP_CENTS,
    messages: {
      required: 'Please enter amount to topup',
      invalid: 'Please enter amount to topup',
      decimals: 'At most 2 decimals',
      min: 'Minimum allowed amount is: 1',
      max: 'Maximum allowed amount is: 10000',
    },
  }),
})
export const credit = z.object({ credit: z.number(), held: z.number() })
export const earnings = z.object({ balance: z.number(), held: z.number() })
/** Sales and royalties that have come in, and what all of them brought. */
export const earnedTotals = z.object({ count: z.number().int(), total: z.number() })
export const statementEntry = z.object({
  id: z.string(),
  kind: z.string(),
  amount: z.number(),
  balance: z.number(),
  created_at: z.string(),
  /** The NFT the line is about; null for top-ups and payouts. */
  subject: z.object({ nft_id: z.string(), name: z.string() }).nullable(),
})

const fiatAccountFields = z.object({
  holder: requiredName(140),
  country: required()
    .trim()
    .toUpperCase()
    .refine((code) => COUNTRY_CODES.includes(code), 'Invalid country'),
  currency: required()
    .trim()
    .toUpperCase()
    .refine((code) => CURRENCY_CODES.includes(code), 'Invalid currency'),
  account_number: required()
    .trim()
    .regex(/^[A-Za-z0-9 -]{4,40}$/, 'Invalid account number'),
  bank_name: requiredName(140),
})
/** A number that begins as an IBAN does has to be one, of the country it goes to. */
export const fiatAccountBody = fiatAccountFields.superRefine(({ account_number, country }, check) => {
  const refuse = (message: string) => check.addIssue({ code: 'custom', path: ['account_number'], message })
  const named = ibanCountry(account_number)
  if (named === null) return
  if (!isIban(account_number)) refuse('This IBAN has a mistake. Please check every character')
  else if (named !== country) refuse('This IBAN belongs to another country')
})
export const fiatAccount = z.object({
  id: z.string(),
  holder: z.string(),
  country: z.string(),
  currency: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
})

export const PAYOUT_STATUSES = ['REQUESTED', 'APPROVED', 'PAID', 'REJECTED', 'CANCELLED'] as const
const payoutAmount = usdCents({
  minCents: MIN_PAYOUT_CENTS,
  messages: { required: 'Required', invalid: 'Invalid format', min: 'Value should be greater than 0' },
})
export const payoutBody = z.object({
  amount: payoutAmount,
  /** One of the member's bank accounts; without it, the one added last. */
  fiat_account: z.uuid({ error: 'Invalid value' }).optional(),
})
export const updatePayoutBody = z.object({ status: z.literal('CANCELLED') })
export const payout = z.object({
  id: z.string(),
  created_at: z.string(),
  amount: z.number(),
  status: z.enum(PAYOUT_STATUSES),
  reason: z.string().nullable(),
  /** The account that it goes to, masked; null until bank details are added. */
  account: fiatAccount.pick({ country: true, currency: true, account_number: true, bank_name: true }).nullable(),
})

export type Wallet = z.infer<typeof wallet>
export type Credit = z.infer<typeof credit>
export type Earnings = z.infer<typeof earnings>
export type EarnedTotals = z.infer<typeof earnedTotals>
export type StatementEntry = z.infer<typeof statementEntry>
export type FiatAccount = z.infer<typeof fiatAccount>
export type Payout = z.infer<typeof payout>
