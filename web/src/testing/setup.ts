import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'

// What React and its queries have scheduled when the last test of a file ends still wants the window, which goes with the
// file: React goes on in an immediate, a query tells of its end in a timer.
const TURNS = 20
afterAll(async () => {
  for (let turn = 0; turn < TURNS; turn++) {
    await setTimeout(1)
    await setImmediate()
  }
})
