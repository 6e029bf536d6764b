import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'

// The window goes with its file. A toast, which is on a root of its own, would take itself away seconds later and find none:
// timers end with the file that started them.
const started = new Set<NodeJS.Timeout>()
const { setTimeout: startTimeout, setInterval: startInterval } = globalThis
type Start = (...given: Parameters<typeof startTimeout>) => NodeJS.Timeout
const kept =
  (start: Start): Start =>
  (...given) => {
    const timer = start(...given)
    started.add(timer)
    return timer
  }
Object.assign(globalThis, { setTimeout: kept(startTimeout), setInterval: kept(startInterval) })

// Work that React and its queries have scheduled when the last test of a file ends still wants the window: React goes on in an
// immediate, a query tells of its end in a timer.
const TURNS = 20
afterAll(async () => {
  for (let turn = 0; turn < TURNS; turn++) {
    await setTimeout(1)
    await setImmediate()
  }
  Object.assign(globalThis, { setTimeout: startTimeout, setInterval: startInterval })
  for (const timer of started) clearTimeout(timer)
})
