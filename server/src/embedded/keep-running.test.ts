import { expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { keepRunning } from './keep-running.ts'

const options = { name: 'child', log: createLogger('silent'), firstPauseMs: 1 }

/** A child that the test ends. */
function child() {
  const { promise: exited, resolve: end } = Promise.withResolvers<void>()
  return { exited, end, stop: async () => end() }
}

test('what ends by itself is started again, also when that fails at first, until it is stopped', async () => {
  const children: ReturnType<typeof child>[] = []
  let failures = 0
  const supervised = await keepRunning(async () => {
    if (children.length === 1 && failures < 3) {
      failures++
      throw new Error('the disk is full')
    }
    children.push(child())
    return children.at(-1) as ReturnType<typeof child>
  }, options)
  expect(supervised.current()).toBe(children[0])
  children[0]?.end()
  await expect.poll(() => children.length).toBe(2)
  expect({ failures, isSecond: supervised.current() === children[1] }).toEqual({ failures: 3, isSecond: true })
  await supervised.stop()
  await children[1]?.exited
  expect(children.length).toBe(2)
})

test('a first start that fails is told to who asked', async () => {
  await expect(keepRunning(() => Promise.reject(new Error('no binary')), options)).rejects.toThrow('no binary')
})
