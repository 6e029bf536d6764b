import { onTestFinished, expect, test, vi } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { sql } from 'kysely'
import { answerBells } from './answer-bells.ts'
import { BELL_CHANNEL, type Bell, ringing } from './bell.ts'

const t = useTestApp()

/** A worker whose answers last until they are let go. */
function startWorker(bell: Bell, answer: () => void = () => undefined) {
  const held: (() => void)[] = []
  let answers = 0
  const worker = answerBells(t.ctx, [
    {
      bell,
      answer: async () => {
        answers += 1
        await new Promise<void>((resolve) => void held.push(resolve))
        answer()
      },
    },
  ])
  const letGo = () => held.splice(0).forEach((end) => end())
  onTestFinished(async () => {
    const ended = worker.stop()
    letGo()
    await ended
  })
  return { letGo, until: (count: number) => expect.poll(() => answers, { timeout: 30_000 }).toBe(count) }
}

const ring = (bell: Bell, times = 1) =>
  inTransaction(t.ctx.db, async (tx) => {
    for (let count = 0; count < times; count++) await sql`select ${ringing(bell)}`.execute(tx)
  })

test('a worker that begins answers once, and then as its bell rings: all rings of one transaction count as one', async () => {
  const bell = { name: 'once', concurrency: 3 }
  const worker = startWorker(bell)
  await worker.until(1)
  await ring(bell, 3)
  await worker.until(2)
  await ring({ name: 'another', concurrency: 1 })
  await ring(bell)
  await worker.until(3)
})

test('what rings while as many answers are under way as may be is answered once more, by the first that ends', async () => {
  const bell = { name: 'busy', concurrency: 1 }
  const worker = startWorker(bell)
  await worker.until(1)
  for (let count = 0; count < 3; count++) await ring(bell)
  const heard = vi.fn()
  onTestFinished(t.ctx.direct.listen(BELL_CHANNEL, heard))
  await ring({ name: 'the last', concurrency: 1 })
  await expect.poll(() => heard.mock.calls.flat(), { timeout: 30_000 }).toContain('the last')
  await worker.until(1)
  worker.letGo()
  await worker.until(2)
})

test('an answer that fails is logged, and the next is given', async () => {
  const warn = vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined)
  const bell = { name: 'failing', concurrency: 1 }
  const worker = startWorker(bell, () => {
    throw new Error('the node is away')
  })
  await worker.until(1)
  worker.letGo()
  await expect.poll(() => warn.mock.calls[0]?.[0]).toEqual({ task: 'failing', error: 'the node is away' })
  await ring(bell)
  await worker.until(2)
  warn.mockRestore()
})

test('a transaction that is undone has not rung', async () => {
  const bell = { name: 'undone', concurrency: 1 }
  const worker = startWorker(bell)
  await worker.until(1)
  worker.letGo()
  const undone = inTransaction(t.ctx.db, async (tx) => {
    await sql`select ${ringing(bell)}`.execute(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await ring(bell)
  await worker.until(2)
})
