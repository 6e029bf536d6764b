import { formatMonthDay } from '@verso/protocol/dates'
import { expect, test } from 'vitest'
import { chartGeometry, nearestPoint } from './chart-geometry.ts'

const day = (date: number, value: number) => ({ at: `2026-11-${String(date).padStart(2, '0')}T00:00:00Z`, value })

test('the axis starts at zero and has at most five round steps', () => {
  const { gridValues } = chartGeometry([day(1, 25), day(3, 87.5)], 640, formatMonthDay)
  expect(gridValues).toEqual([0, 20, 40, 60, 80, 100])
})

test('one point stands in the middle, none breaks nothing', () => {
  expect(chartGeometry([day(1, 25)], 640, formatMonthDay).x(0)).toBe(344)
  expect(chartGeometry([], 640, formatMonthDay).line).toBe('')
})

test('points follow time, not their number, and of dates that would touch the newer one stays', () => {
  const points = [day(1, 1), day(2, 1), day(20, 1)]
  const { x, labelled } = chartGeometry(points, 640, formatMonthDay)
  expect(x(1) - x(0)).toBeLessThan(x(2) - x(1))
  expect([...labelled].toSorted()).toEqual([1, 2])
  expect(nearestPoint(points.length, x, x(2) - 5)).toBe(2)
})

test('a day with many points is named once', () => {
  const hour = (hours: number) => ({ at: new Date(2026, 10, 20, hours).toISOString(), value: hours })
  expect([...chartGeometry([hour(1), hour(8), hour(20)], 640, formatMonthDay).labelled]).toEqual([2])
})
