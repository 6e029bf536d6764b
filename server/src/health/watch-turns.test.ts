import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { watchOnce } from './watch.ts'

const t = useTestApp()

test('a clock that was set back does not end the watch until it has caught up', async () => {
  t.clock.advance(3_600_000)
  expect(await watchOnce(t.ctx)).toBe(true)
  t.clock.advance(-3_600_000)
  expect(await watchOnce(t.ctx)).toBe(true)
  expect(await watchOnce(t.ctx)).toBe(false)
})

test('a process whose clock is a few seconds behind takes no turn of its own', async () => {
  t.clock.advance(20_000)
  expect(await watchOnce(t.ctx)).toBe(true)
  t.clock.advance(-5_000)
  expect(await watchOnce(t.ctx)).toBe(false)
})
