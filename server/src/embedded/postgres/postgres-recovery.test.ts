import pg from 'pg'
import { expect, test } from 'vitest'
import { launchChild, silentLog as log, temporaryFolder } from '../launch-child.test-support.ts'
import { startPostgres } from './postgres.ts'

/** Of the product it is 20 seconds. */
const STOP_GRACE_MS = 1_000
const ENDED_MS = 25_000

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** One killed process puts the whole server into crash recovery, in which it may never act on a SIGINT. */
async function putIntoRecovery(url: string): Promise<void> {
  const [killed, other] = [await connect(url), await connect(url)]
  const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid')
  const isLost = new Promise<void>((resolve) => other.once('end', resolve))
  process.kill(rows[0]?.pid as number, 'SIGKILL')
  await isLost
}

async function countNfts(url: string): Promise<number> {
  const client = await connect(url)
  const { rows } = await client.query<{ nfts: number }>('select count(*)::int as nfts from nfts')
  await client.end()
  return rows[0]?.nfts ?? 0
}

test('a stop in crash recovery ends, and the next start has every row', async () => {
  using folder = temporaryFolder()
  const options = { dataDir: folder.path, log, stopGraceMs: STOP_GRACE_MS }
  const first = await startPostgres(options)
  const client = await connect(first.ownerUrl)
  await client.query('create table nfts as select generate_series(1, 200000) as id')
  await putIntoRecovery(first.ownerUrl)
  const startedMs = performance.now()
  await first.stop()
  const second = await startPostgres(options)
  expect(performance.now() - startedMs).toBeLessThan(ENDED_MS)
  expect(await countNfts(second.ownerUrl)).toBe(200_000)
  await second.stop()
}, 240_000)

test('a start after a process that was killed while its PostgreSQL recovered waits for that, and has every row', async () => {
  using folder = temporaryFolder()
  const parent = launchChild(`
    const { startPostgres } = await load('postgres/postgres.ts')
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(folder.path)}, log })
    print(postgres.ownerUrl)
    setInterval(() => {}, 1000)
  `)
  const url = await parent.nextLine<string>()
  const client = await connect(url)
  await client.query('create table nfts as select generate_series(1, 200000) as id')
  await putIntoRecovery(url)
  await parent.kill()
  const startedMs = performance.now()
  const next = await startPostgres({ dataDir: folder.path, log, stopGraceMs: STOP_GRACE_MS })
  expect(performance.now() - startedMs).toBeLessThan(ENDED_MS)
  expect(await countNfts(next.ownerUrl)).toBe(200_000)
  await next.stop()
}, 240_000)
