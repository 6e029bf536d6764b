import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 120_000
const POLL_MS = 250

export async function until(what: string, isSo: () => Promise<boolean>, waitMs = WAIT_MS): Promise<void> {
  const deadlineMs = performance.now() + waitMs
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`after ${waitMs / 1000} s it is not so that ${what}`)
    await sleep(POLL_MS)
  }
}
