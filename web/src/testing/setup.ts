import { setImmediate } from 'node:timers/promises'
import { afterAll } from 'vitest'

// What React has scheduled when the last test of a file ends still wants the window, which goes with the file.
const TURNS = 5
afterAll(async () => {
  for (let turn = 0; turn < TURNS; turn++) await setImmediate()
})
