import { expect, test } from 'vitest'
import { earningsOverTime, isOfOneDay } from './earnings-over-time.ts'

const entry = (id: number, amount: number, kind = 'Earnings available') => ({
  id: String(id),
  kind,
  amount,
  balance: 0,
  created_at: `2026-01-0${id}T00:00:00.000Z`,
  subject: null,
})

test('the line ends with all that was earned, also where only the newest lines are there', () => {
  const newest = [entry(3, 2.5), entry(2, -7, 'Payout requested'), entry(1, 0.1)]
  expect(earningsOverTime(newest, 102.6).map((point) => point.value)).toEqual([100.1, 102.6])
})

test('the first day is told in hours', () => {
  const at = (iso: string) => ({ at: iso, value: 1 })
  const morning = at('2026-01-01T09:00:00Z')
  expect(isOfOneDay([morning, at('2026-01-01T21:00:00Z')])).toBe(true)
  expect(isOfOneDay([morning, at('2026-01-02T21:00:00Z')])).toBe(false)
})
