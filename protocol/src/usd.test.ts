import { expect, test } from 'vitest'
import { formatCents, formatUsd, groupThousands } from './usd.ts'

test.each([0, 1, -1, 99, 100, -100, 12_345, 99_999, 100_000, -12_345_678, 123_456_789_012])(
  '%d cents are written as English writes them',
  (cents) => {
    const english = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    expect(formatCents(cents)).toBe(english.format(cents / 100))
  },
)

test('an amount of the wire is rounded to the cent', () => {
  expect(formatUsd(1284.5)).toBe('1,284.50')
  expect(formatUsd(0.1 + 0.2)).toBe('0.30')
})

test.each([0, 7, 999, 1_000, 999_999, 1_000_000, -4_321])('%d has its thousands marked', (whole) => {
  expect(groupThousands(whole)).toBe(whole.toLocaleString('en-US'))
})
