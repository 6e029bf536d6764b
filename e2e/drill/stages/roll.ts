import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb } from '../../../bench/resident-memory.ts'
import { openPerson } from '../client.ts'
import type { ProxyKind } from '../proxies.ts'
import { measure, step } from '../report.ts'
import { sellNft } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import { sendVisitors } from './visitors.ts'

const REST_MS = 60_000
const REST_MAX_MB = 200
const LEAST_REQUESTS = 5_000
const SEEN_MS = 5_000

/** The memory of each process when nothing has happened for a minute. */
export async function restAndMeasure({ fleet }: Site): Promise<void> {
  await step('nothing happens for a minute', () => sleep(REST_MS))
  for (const { name, pid } of fleet.pids())
    measure({ what: `${name} at rest`, measured: residentMb(pid), unit: 'MB', atMost: REST_MAX_MB })
}

/** Replaces each process by a new one while members come and one buys: none may notice. */
export async function roll(site: Site, kind: ProxyKind): Promise<void> {
  const { ctx, client, fleet } = site
  await site.useProxy(kind)
  const { nftId } = await sellNft(ctx, client, `A work before ${kind}`)
  const member = await openPerson(ctx, client)
  let isRolled = false
  const isOver = (sent: number) => isRolled && sent >= LEAST_REQUESTS
  const replaceAll = async () => {
    for (const process of site.processes) {
      await fleet.stop(process.name)
      await fleet.start(process)
      // Until the proxy has seen it: else both may be out at once.
      await sleep(SEEN_MS)
    }
  }
  const [{ sent, failed, slowestMs }] = await Promise.all([
    sendVisitors(client, { nftId, member, isOver }),
    step(`a work is sold meanwhile, behind ${kind}`, () => sellNft(ctx, client, `Sold behind ${kind}`)),
    step(`every process is replaced, behind ${kind}`, replaceAll).finally(() => (isRolled = true)),
  ])
  measure({ what: `requests behind ${kind}`, measured: sent, unit: '', atLeast: LEAST_REQUESTS })
  measure({ what: `requests that failed behind ${kind}`, measured: failed.length, unit: '', atMost: 0 })
  measure({ what: `slowest request behind ${kind}`, measured: slowestMs, unit: 'ms' })
}
