import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { networkOf } from '../../http/network-of.ts'
import { clearPoints, countPoint, takePoint, type Throttle } from '../throttling/throttle.ts'

/** The purposes of a code by SMS. */
export type CodePurpose = 'VERIFY_MOBILE' | 'SIGN_IN' | 'STEP_UP'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Numbers that differ in the last digits only are bought in blocks for SMS fraud. */
const PREFIX_DROPS_DIGITS = 4

type Sms = { userId: string; purpose: CodePurpose; phone: string; address: string }

/**
 * The caps on SMS (docs/rules.md R58): per phone, network, prefix and country for a phone that is yet
 * to be verified, where a visitor may name any number. A code to a verified phone is counted for the account alone:
 * strangers who ask for codes to a member's phone must not use up the member's own.
 * @throws AppError too_many_requests; the transaction then sends and counts nothing
 */
export async function limitSms(ctx: Context, tx: Tx, sms: Sms): Promise<void> {
  const caps = sms.purpose === 'VERIFY_MOBILE' ? openCaps(ctx, sms) : [memberCap(ctx, sms)]
  for (const cap of caps) await takePoint(ctx, tx, cap)
}

/**
 * After a reset of the password: a thief of the old one may have used up the codes of this hour. Once a day, so that an account of one's own makes
 * no more SMS by reset after reset.
 */
export async function liftMemberCap(ctx: Context, tx: Tx, member: { userId: string; phone: string }): Promise<void> {
  const lifts = { name: 'sms-lifted', subject: member.userId, limit: 1, windowMs: DAY_MS }
  const window = await countPoint(ctx, tx, lifts)
  if (window && window.points <= lifts.limit) await clearPoints(tx, memberCap(ctx, member))
}

const memberCap = (ctx: Context, { userId, phone }: { userId: string; phone: string }): Throttle => ({
  name: 'sms-account',
  subject: `${userId} ${phone}`,
  limit: ctx.config.limits.smsPerPhonePerHour,
  windowMs: HOUR_MS,
})

function openCaps(ctx: Context, { phone, address }: Sms): Throttle[] {
  const { limits } = ctx.config
  const country = parsePhoneNumberFromString(phone)?.country ?? 'unknown'
  const prefix = phone.slice(0, -PREFIX_DROPS_DIGITS)
  return [
    { name: 'sms-phone', subject: phone, limit: limits.smsPerPhonePerHour, windowMs: HOUR_MS },
    { name: 'sms-network', subject: networkOf(address), limit: limits.smsPerNetworkPerHour, windowMs: HOUR_MS },
    { name: 'sms-prefix', subject: prefix, limit: limits.smsPerPrefixPerHour, windowMs: HOUR_MS },
    { name: 'sms-country', subject: country, limit: limits.smsPerCountryPerDay, windowMs: DAY_MS },
  ]
}
