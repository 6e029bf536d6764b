import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDemoProduct } from './demo-product.ts'
import { type Benchmark, median, timed } from './measurement.ts'

const WARM_STARTS = 5
/** Long enough for what the start needed to be given back. */
const IDLE_MS = 20_000

/** How long one waits for the product, and what it takes when nobody uses it. */
export const start: Benchmark = {
  name: 'start',
  run: async () => {
    const { product, coldStartMs } = await getDemoProduct()
    const warmStartsMs: number[] = []
    for (let round = 0; round < WARM_STARTS; round++) {
      await product.stop()
      warmStartsMs.push((await timed(() => product.restart())).elapsedMs)
    }
    await sleep(IDLE_MS)
    return [
      { what: 'first start with demo content', measured: coldStartMs / 1000, unit: 's', target: { atMost: 60 } },
      { what: 'warm start, median', measured: median(warmStartsMs) / 1000, unit: 's', target: { atMost: 6 } },
      { what: 'memory when idle', measured: residentMb(product.pid), unit: 'MB', target: { atMost: 250 } },
    ]
  },
}

function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}
