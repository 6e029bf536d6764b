import { readFileSync } from 'node:fs'
import { Agent, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildMember, type Member } from '../../server/test/build-member.ts'
import type { ProductContext } from '../../server/test/open-product.ts'
import type { Product } from '../../server/test/product.ts'
import type { Measurement } from '../measurement.ts'
import { residentMb } from '../resident-memory.ts'
import { openStream } from './open-stream.ts'

const STREAMS = 2_000
const STREAMS_PER_SESSION = 5
const OPENED_AT_ONCE = 50
/** How long the process is watched, without its streams and with them. */
const WATCHED_MS = 40_000
const SETTLED_MS = 15_000

/** A process's cost of thousands of open pages on which nothing happens. */
export async function measureIdle(product: Product, ctx: ProductContext): Promise<Measurement[]> {
  const members: Member[] = []
  while (members.length < STREAMS / STREAMS_PER_SESSION) members.push(await buildMember({ ctx }))
  await sleep(SETTLED_MS)
  const without = await watch(product)
  const streams = await openStreams(product.url, members)
  await sleep(SETTLED_MS)
  const withStreams = await watch(product)
  const open = streams.filter(({ destroyed }) => !destroyed).length
  for (const stream of streams) stream.destroy()
  if (open < STREAMS) throw new Error(`only ${open} of ${STREAMS} streams stayed open`)
  const eachKb = ((withStreams.residentMb - without.residentMb) * 1_024) / STREAMS
  const points = withStreams.cpuPercent - without.cpuPercent
  return [
    { what: `memory of each of ${STREAMS} idle streams`, measured: eachKb, unit: 'kB', target: { atMost: 40 } },
    { what: `CPU that ${STREAMS} idle streams add`, measured: points, unit: 'points', target: { atMost: 5 } },
    { what: 'CPU without them', measured: without.cpuPercent, unit: '% of a core' },
  ]
}

async function openStreams(url: string, members: readonly Member[]): Promise<ClientRequest[]> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const readers = members.flatMap((member) => Array.from({ length: STREAMS_PER_SESSION }, () => member))
  const streams: ClientRequest[] = []
  for (let start = 0; start < readers.length; start += OPENED_AT_ONCE)
    streams.push(
      ...(await Promise.all(
        readers.slice(start, start + OPENED_AT_ONCE).map((member) => openStream(url, member, agent)),
      )),
    )
  return streams
}

/** The memory and CPU time of the process, over a while. */
async function watch({ pid }: Product): Promise<{ residentMb: number; cpuPercent: number }> {
  const [startedMs, before] = [performance.now(), cpuMs(pid)]
  await sleep(WATCHED_MS)
  const cpuPercent = ((cpuMs(pid) - before) / (performance.now() - startedMs)) * 100
  return { residentMb: residentMb(pid), cpuPercent }
}

const TICK_MS = 10

/** Of user and system, as Linux counts it (proc(5)); a name in brackets stands before. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
