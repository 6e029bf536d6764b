import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app-type.ts'

/** After so long without a request, balancers are considered to have gone. */
const QUIET_MS = 1_000
/** A balancer that does not ask whether we are ready never goes by itself: it finds the ports closed. */
const LATER_MAX_MS = 10_000

type Served = { requestCount: number; server: Pick<App['server'], 'close'> }

/**
 * Goes on while requests come, probes aside, and closes the ports at a moment when no connection waits at them: what the kernel holds for
 * a port is thrown away with it. On a machine that is too busy to answer its balancer's checks in time, the grace time alone is over
 * before they have noticed.
 */
export async function serveUntilQuiet(apps: readonly Served[], { quietMs = QUIET_MS, maxMs = LATER_MAX_MS } = {}) {
  const countRequests = () => apps.reduce((sum, app) => sum + app.requestCount, 0)
  const endMs = performance.now() + maxMs
  let before: number
  do {
    before = countRequests()
    await sleep(quietMs)
    // Connections are taken in one turn, and read in the next: a process that stood still has not heard who came meanwhile.
    await afterPoll()
    await afterPoll()
  } while (countRequests() !== before && performance.now() < endMs)
  for (const app of apps) app.server.close()
}
