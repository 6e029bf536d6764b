import {
  EMAIL_LINK_TTL_MS,
  INVITATION_TTL_MS,
  MIN_LISTING_PRICE_CENTS,
  NFT_FILE_MAX_BYTES,
  OTP_MAX_TRIES,
  OTP_TTL_MS,
  RESERVATION_MAX_MS,
  RESERVATION_MS,
  RESET_LINK_TTL_MS,
  THUMBNAIL_MAX_BYTES,
} from '@verso/protocol/limits'
import { parseUsdCents } from '@verso/protocol/usd'
import { z } from 'zod'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MB = 1024 ** 2

const PRICE_RULE = 'must be an amount in USD like 1.08, from 0.01 to 1000'
const priceCents = z.string().transform((text, { addIssue }) => {
  const cents = parseUsdCents(text)
  if (cents !== null && cents >= 1 && cents <= 1_000_00) return cents
  addIssue({ code: 'custom', message: PRICE_RULE })
  return z.NEVER
})
/** A whole number of `unitMs` each, kept in milliseconds. */
const time = (unitMs: number, { first, max }: { first: number; max: number }) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .default(first / unitMs)
    .transform((count) => count * unitMs)
const megabytes = (firstBytes: number, max: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .default(firstBytes / MB)
    .transform((count) => count * MB)
/** Unset: as the drivers of mail and SMS say (config/limits.ts). */
const count = z.coerce.number().int().min(1).optional()

/** The limits that an operator may set; protocol/src/limits.ts holds their first values. */
export const limitSettings = {
  /** In USD. */
  MIN_LISTING_PRICE: priceCents.default(MIN_LISTING_PRICE_CENTS),
  RESERVATION_MINUTES: time(MINUTE_MS, { first: RESERVATION_MS, max: RESERVATION_MAX_MS / MINUTE_MS }),
  CODE_MINUTES: time(MINUTE_MS, { first: OTP_TTL_MS, max: 60 }),
  CODE_TRIES: z.coerce.number().int().min(1).max(10).default(OTP_MAX_TRIES),
  EMAIL_LINK_HOURS: time(HOUR_MS, { first: EMAIL_LINK_TTL_MS, max: 7 * 24 }),
  RESET_LINK_MINUTES: time(MINUTE_MS, { first: RESET_LINK_TTL_MS, max: 24 * 60 }),
  INVITATION_DAYS: time(DAY_MS, { first: INVITATION_TTL_MS, max: 30 }),
  /** The inspection of files is made for 100 MB. */
  NFT_FILE_MAX_MB: megabytes(NFT_FILE_MAX_BYTES, NFT_FILE_MAX_BYTES / MB),
  THUMBNAIL_MAX_MB: megabytes(THUMBNAIL_MAX_BYTES, 20),
  SMS_PER_PHONE_PER_HOUR: count,
  SMS_PER_NETWORK_PER_HOUR: count,
  SMS_PER_PREFIX_PER_HOUR: count,
  SMS_PER_COUNTRY_PER_DAY: count,
  MAILS_PER_ADDRESS_PER_HOUR: count,
  REGISTRATIONS_PER_NETWORK_PER_HOUR: count,
  WITHDRAWALS_PER_MEMBER_PER_DAY: count,
  REQUESTS_PER_MINUTE_PER_NETWORK: count,
  CONNECTIONS_PER_NETWORK: count,
  PASSWORD_FAILURES_PER_NETWORK: count,
  PASSWORD_FAILURES_PER_ACCOUNT: count,
  CODE_FAILURES_PER_ACCOUNT: count,
}
