import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../server/src/db/client.ts'
import { startPostgres } from '../../server/src/embedded/postgres/postgres.ts'
import { createLogger } from '../../server/src/logger.ts'
import { type Benchmark, type Measurement, median, percentile, timed } from '../measurement.ts'
import { COMMON, type List, LISTS } from './lists.ts'
import { createSeeded, type Size } from './seeded-database.ts'

const ROUNDS = 5
const CALLS = 20
const OF_ONE_MEMBER = 10_000
const SMALL: Size = { nfts: 10_000, users: 1_000, ofOneMember: OF_ONE_MEMBER }
const LARGE: Size = { nfts: 1_000_000, users: 50_000, ofOneMember: OF_ONE_MEMBER }

/** Each list among a million NFTs against the same among ten thousand, in turn, without HTTP. Making the rows takes minutes. */
export const million: Benchmark = { name: 'million', run: () => compareSizes(SMALL, LARGE) }

export async function compareSizes(smallSize: Size, largeSize: Size): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'verso-bench-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: createLogger('error') })
  const databases: Db[] = []
  try {
    const small = await createSeeded(postgres, 'small', smallSize)
    databases.push(small)
    const large = await createSeeded(postgres, 'large', largeSize)
    databases.push(large)
    const measurements: Measurement[] = []
    for (const [name, read] of LISTS) measurements.push(...(await compare(name, { read, small, large })))
    return measurements
  } finally {
    for (const db of databases) await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(
  name: string,
  { read, small, large }: { read: List[1]; small: Db; large: Db },
): Promise<Measurement[]> {
  await time(() => read(small))
  await time(() => read(large))
  const [few, many, times]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const [fewMs, manyMs] = [await time(() => read(small)), await time(() => read(large))]
    few.push(percentile(fewMs, 99))
    many.push(percentile(manyMs, 99))
    times.push(...manyMs)
  }
  const target = name === `search "${COMMON}"` ? { target: { atMost: 50 } } : {}
  return [
    {
      what: `${name}: p99 at 1 M ÷ at 10 k`,
      // The best of each: a ratio of one round would be good where the small database was slow.
      measured: Math.min(...many) / Math.min(...few),
      median: median(many.map((ms, round) => ms / (few[round] ?? Number.NaN))),
      unit: '×',
      target: { atMost: 3 },
    },
    { what: `${name}: median at 1 M`, measured: median(times), unit: 'ms', ...target },
  ]
}

async function time(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) times.push((await timed(work)).elapsedMs)
  return times
}
