// Without `Intl`: a browser reads the rules of a language for it, 60 to 90 ms on a phone in the middle of the first picture. What
// English needs is short, and dates.test.ts holds it against `Intl`.
import { groupThousands } from './usd.ts'

const UNITS: [string, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
const NEXT_TO_NOW: Record<string, [past: string, future: string]> = {
  year: ['last year', 'next year'],
  month: ['last month', 'next month'],
  week: ['last week', 'next week'],
  day: ['yesterday', 'tomorrow'],
}
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Orders ISO dates, the earliest first. Not by `localeCompare`: what orders words by a language's rules is 55 ms as well. */
export const compareDates = (one: string, other: string): number => Date.parse(one) - Date.parse(other)

/** "3 days ago", or "Invalid Date" (docs/rules.md R30). */
export function formatRelativeTime(iso: string, nowMs: number): string {
  const atMs = Date.parse(iso)
  if (Number.isNaN(atMs)) return 'Invalid Date'
  const seconds = Math.round((atMs - nowMs) / 1000)
  const isPast = seconds < 0
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  const count = Math.trunc(Math.abs(seconds) / size)
  if (count === 0) return 'now'
  const named = count === 1 ? NEXT_TO_NOW[unit] : undefined
  if (named) return named[isPast ? 0 : 1]
  const span = `${groupThousands(count)} ${unit}${count === 1 ? '' : 's'}`
  return isPast ? `${span} ago` : `in ${span}`
}

/** "11/20" for the price history (docs/rules.md R29). */
export function formatMonthDay(iso: string): string {
  const date = new Date(iso)
  return `${twoDigits(date.getMonth() + 1)}/${twoDigits(date.getDate())}`
}

/** "1:05 PM" of an ISO date or of milliseconds since 1970 */
export function formatClock(at: string | number): string {
  const date = new Date(at)
  const hours = date.getHours()
  return `${hours % 12 || 12}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`
}

/** "Nov 20, 2026, 1:05 PM" */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  const day = `${MONTHS[date.getMonth()]?.slice(0, 3)} ${date.getDate()}, ${date.getFullYear()}`
  return `${day}, ${formatClock(iso)}`
}

/** "November 20, 2026", by UTC: the same day for everybody. */
export function formatDay(iso: string): string {
  const date = new Date(iso)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}
