import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Context } from '../../context.ts'
import { invalidField } from '../../http/app-error.ts'

/** The library finds a number in any text; here the text must be one. */
const WRITTEN_NUMBER = /^\+?[\d ().\u00a0-]+$/
const MOBILE_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * A phone as it is stored: E.164. A "+" is prefixed when it is missing (docs/rules.md R58).
 * @throws AppError invalid for what is no mobile number, or of a country we do not text to
 */
export function parsePhone(ctx: Context, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw invalidField('phone', 'Required')
  if (!WRITTEN_NUMBER.test(trimmed)) throw invalidField('phone', 'Invalid phone number')
  const phone = parsePhoneNumberFromString(trimmed.startsWith('+') ? trimmed : `+${trimmed}`)
  if (!phone?.isValid()) throw invalidField('phone', 'Invalid phone number')
  if (!MOBILE_TYPES.has(phone.getType() ?? '')) throw invalidField('phone', 'Please enter a mobile phone number')
  const { countries } = ctx.config.sms
  if (countries.length > 0 && !countries.includes(phone.country ?? '')) {
    throw invalidField('phone', 'We cannot send codes to this country yet')
  }
  return phone.number
}

/** "+94*****0001": enough to recognise one's own phone. */
export const maskPhone = (phone: string): string =>
  `${phone.slice(0, 3)}${'*'.repeat(Math.max(0, phone.length - 7))}${phone.slice(-4)}`
