import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { networkOf, takePoint } from '../auth/throttle.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Numbers that differ in the last digits only are bought in blocks by those who earn on SMS. */
const PREFIX_DROPS_DIGITS = 4

/**
 * The caps on SMS: per phone, network, prefix and country (safety.md → Accounts, SMS pumping).
 * @throws AppError too_many_requests; the transaction then sends and counts nothing
 */
export async function limitSms(
  ctx: Context,
  tx: Tx,
  { phone, address }: { phone: string; address: string },
): Promise<void> {
  const { limits } = ctx.config
  const country = parsePhoneNumberFromString(phone)?.country ?? 'unknown'
  const caps = [
    { name: 'sms-phone', subject: phone, limit: limits.smsPerPhonePerHour, windowMs: HOUR_MS },
    { name: 'sms-network', subject: networkOf(address), limit: limits.smsPerNetworkPerHour, windowMs: HOUR_MS },
    {
      name: 'sms-prefix',
      subject: phone.slice(0, -PREFIX_DROPS_DIGITS),
      limit: limits.smsPerPrefixPerHour,
      windowMs: HOUR_MS,
    },
    { name: 'sms-country', subject: country, limit: limits.smsPerCountryPerDay, windowMs: DAY_MS },
  ]
  for (const cap of caps) await takePoint(ctx, tx, cap)
}
