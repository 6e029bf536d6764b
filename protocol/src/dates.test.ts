import { expect, test } from 'vitest'
import { compareDates, formatClock, formatDateTime, formatDay, formatMonthDay, formatRelativeTime } from './dates.ts'

const NOW_MS = Date.parse('2026-11-20T13:05:09.000Z')
const DAYS = ['2026-01-01T00:00:00Z', '2026-02-28T12:00:00Z', '2026-09-05T23:59:59Z', '2024-02-29T11:07:00Z']
/** Depending on its data `Intl` puts a narrow space before AM and PM. */
const plainSpaces = (text: string) => text.replaceAll('\u202f', ' ')

test.each([
  [0, 'now'],
  [-1, '1 second ago'],
  [-59, '59 seconds ago'],
  [-60, '1 minute ago'],
  [-7_199, '1 hour ago'],
  [-86_400, 'yesterday'],
  [-2 * 86_400, '2 days ago'],
  [-604_800, 'last week'],
  [-2_592_000, 'last month'],
  [-31_536_000, 'last year'],
  [90, 'in 1 minute'],
  [86_400, 'tomorrow'],
])('%d seconds from now are "%s"', (seconds, text) => {
  expect(formatRelativeTime(new Date(NOW_MS + seconds * 1_000).toISOString(), NOW_MS)).toBe(text)
})

test('how long ago something was is said as English says it', () => {
  const english = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const units = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000, year: 31_536_000 }
  const most = { second: 59, minute: 59, hour: 23, day: 6, week: 4, month: 12, year: 40 }
  for (const [unit, seconds] of Object.entries(units) as [keyof typeof units, number][]) {
    for (let count = 1; count <= most[unit]; count++) {
      for (const sign of [-1, 1]) {
        const at = new Date(NOW_MS + sign * count * seconds * 1_000).toISOString()
        expect(formatRelativeTime(at, NOW_MS)).toBe(english.format(sign * count, unit))
      }
    }
  }
})

test('what is no date is called so', () => {
  expect(formatRelativeTime('soon', NOW_MS)).toBe('Invalid Date')
})

test.each(DAYS)('%s is written as English writes it', (iso) => {
  const date = new Date(iso)
  expect(formatDateTime(iso)).toBe(
    plainSpaces(date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })),
  )
  expect(formatDay(iso)).toBe(date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }))
  expect(formatMonthDay(iso)).toBe(date.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit' }))
})

test('dates stand in their order, and a time of the day is written as `Intl` does in English', () => {
  const english = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
  const midnight = new Date(2026, 10, 26).getTime()
  for (let minute = 0; minute < 24 * 60; minute += 7) {
    const at = midnight + minute * 60_000
    expect(formatClock(at)).toBe(plainSpaces(english.format(at)))
  }
  expect([...DAYS].sort(compareDates)).toEqual([...DAYS].sort())
})
