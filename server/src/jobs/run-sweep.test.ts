import { expect, onTestFinished, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { runSweep } from './run-sweep.ts'
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
