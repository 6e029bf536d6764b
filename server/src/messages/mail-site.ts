import type { MailSite } from './membership-mails.ts'
import type { Context } from '../context.ts'
import { urlsFor } from '../http/urls.ts'

/** Links in mails lead to the marketplace. */
export function mailSiteOf(ctx: Context): MailSite {
  const { VERIFY_EMAIL, RESET_PASSWORD, INVITATION } = ctx.config.linkLivesMs
  const linkLives = {
    VERIFY_EMAIL: timeInWords(VERIFY_EMAIL),
    RESET_PASSWORD: timeInWords(RESET_PASSWORD),
    INVITATION: timeInWords(INVITATION),
  }
  return { origin: urlsFor(ctx).public, brand: ctx.config.brand, linkLives }
}

const MINUTE_MS = 60_000
/** A day is said in hours, as it ends at an hour of the next one. */
const UNITS = [
  { name: 'day', ms: 24 * 60 * MINUTE_MS, from: 2 },
  { name: 'hour', ms: 60 * MINUTE_MS, from: 1 },
  { name: 'minute', ms: MINUTE_MS, from: 1 },
]

/** "7 days", "24 hours", "one hour", "90 minutes": in the largest unit that gives a whole number. */
export function timeInWords(timeMs: number): string {
  for (const { name, ms, from } of UNITS) {
    const count = timeMs / ms
    if (Number.isInteger(count) && count >= from) return count === 1 ? `one ${name}` : `${count} ${name}s`
  }
  return `${Math.round(timeMs / MINUTE_MS)} minutes`
}
