import { setTimeout as sleep } from 'node:timers/promises'
import { getDemoProduct, untilPicturesAreMade } from './demo-product.ts'
import { type Benchmark, median, timed } from './measurement.ts'
import { residentMb } from './resident-memory.ts'

const WARM_STARTS = 5
/** Long enough for what the start needed to be given back. */
const IDLE_MS = 20_000

/** The time until the product answers, and what it uses while idle. */
export const start: Benchmark = {
  name: 'start',
  run: async () => {
    const { product, coldStartMs } = await getDemoProduct()
    await untilPicturesAreMade(product.dataDir)
    await sleep(IDLE_MS)
    const afterFirstStartMb = residentMb(product.pid)
    const warmStartsMs: number[] = []
    for (let round = 0; round < WARM_STARTS; round++) {
      await product.stop()
      warmStartsMs.push((await timed(() => product.restart())).elapsedMs)
    }
    await sleep(IDLE_MS)
    return [
      { what: 'first start with demo content', measured: coldStartMs / 1000, unit: 's', target: { atMost: 15 } },
      { what: 'warm start, median', measured: median(warmStartsMs) / 1000, unit: 's', target: { atMost: 2 } },
      {
        what: 'memory when idle after the first start',
        measured: afterFirstStartMb,
        unit: 'MB',
        target: { atMost: 250 },
      },
      { what: 'memory when idle', measured: residentMb(product.pid), unit: 'MB', target: { atMost: 250 } },
    ]
  },
}
