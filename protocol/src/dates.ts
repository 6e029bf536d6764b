const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "3 days ago", or "Invalid Date" (spec §3, activity log). */
export function formatRelativeTime(iso: string, nowMs: number): string {
  const atMs = Date.parse(iso)
  if (Number.isNaN(atMs)) return 'Invalid Date'
  const seconds = Math.round((atMs - nowMs) / 1000)
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}

/** "11/20" for the price history (spec §2). */
export function formatMonthDay(iso: string): string {
  const date = new Date(iso)
  return `${String(date.getMonth() + 1).padStart(2, '0')}/${String(date.getDate()).padStart(2, '0')}`
}

/** "Nov 20, 2026, 1:05 PM" */
export const formatDateTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** "November 20, 2026", by UTC: the same day for everybody. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
