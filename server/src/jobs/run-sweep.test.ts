import { expect, onTestFinished, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { inOneRound, runSweep } from './run-sweep.ts'
import { wake, WAKE_CHANNEL } from './bells/wake.ts'

const t = useTestApp()
const NO_WATCH = { expects: () => undefined, succeeded: () => undefined }

test('a sweep without anything due does nothing until it is woken by what was committed for it', async () => {
  const next: { due?: Date } = {}
  let looks = 0
  const rounds: (Date | undefined)[] = []
  const sweep = {
    name: 'things',
    everyMs: 60_000,
    run: async () => void rounds.push(next.due),
    nextDue: async () => {
      looks += 1
      return next.due
    },
  }
  const loop = runSweep(t.ctx, sweep, NO_WATCH)
  onTestFinished(() => loop.stop())
  const heard: (string | undefined)[] = []
  onTestFinished(
    t.ctx.direct.listen(WAKE_CHANNEL, (name) => {
      heard.push(name)
      if (name === sweep.name) loop.wake()
    }),
  )
  // The first of all: the connection is there.
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(1)
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(rounds).toEqual([])
  next.due = t.clock.now()
  const undone = inTransaction(t.ctx.db, async (tx) => {
    await wake(tx, 'undone')
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await inTransaction(t.ctx.db, (tx) => wake(tx, sweep.name))
  await expect.poll(() => rounds, { timeout: 60_000 }).toEqual([next.due])
  expect(heard).toEqual([undefined, sweep.name])
})

test('a sweep that has much to do tells after each round that it is alive, and goes on at once', async () => {
  let left = 3
  const told: number[] = []
  const sweep = {
    name: 'many',
    everyMs: 3_600_000,
    run: () =>
      inOneRound(t.clock, async () => {
        t.clock.advance(3_000)
        left -= 1
        return left > 0
      }),
  }
  const loop = runSweep(t.ctx, sweep, { ...NO_WATCH, succeeded: () => void told.push(left) })
  onTestFinished(() => loop.stop())
  await expect.poll(() => told, { timeout: 60_000 }).toEqual([2, 1, 0])
})
