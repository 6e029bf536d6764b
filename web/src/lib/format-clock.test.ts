import { expect, test } from 'vitest'
import { formatClock } from './format-clock.ts'

test('writes a time of the day as `Intl` does in English', () => {
  const english = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
  const midnight = new Date(2026, 10, 26).getTime()
  for (let minute = 0; minute < 24 * 60; minute += 7) {
    const at = midnight + minute * 60_000
    expect(formatClock(at)).toBe(english.format(at))
  }
})
