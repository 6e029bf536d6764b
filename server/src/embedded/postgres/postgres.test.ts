import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { StartupError } from '../../errors/startup-error.ts'
import { launchChild, silentLog as log, temporaryFolder, untilEnded } from '../launch-child.test-support.ts'
import { startPostgres } from './postgres.ts'

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10)

test('keeps its rows over a restart', async () => {
  using folder = temporaryFolder()
  const first = await startPostgres({ dataDir: folder.path, log })
  await query(first.ownerUrl, 'create table nfts as select 42 as id')
  await first.stop()
  const second = await startPostgres({ dataDir: folder.path, log })
  expect(await query(second.ownerUrl, 'select id from nfts')).toEqual([{ id: 42 }])
  await second.stop()
})

test('gives the product a role without rights of its own, and trigram search', async () => {
  using folder = temporaryFolder()
  const postgres = await startPostgres({ dataDir: folder.path, log, isDurable: false })
  await query(postgres.ownerUrl, 'create extension pg_trgm; create table nfts (id int)')
  const roles = await query(postgres.appUrl, 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user')
  expect(roles).toEqual([{ rolsuper: false, rolcreatedb: false }])
  await expect(query(postgres.appUrl, 'select * from nfts')).rejects.toThrow('permission denied')
  await expect(query(postgres.appUrl, 'create table own (id int)')).rejects.toThrow('permission denied')
  await postgres.stop()
})

test('refuses a second start on the same folder and leaves the first one running', async () => {
  using folder = temporaryFolder()
  const first = await startPostgres({ dataDir: folder.path, log, isDurable: false })
  const second = startPostgres({ dataDir: folder.path, log, isDurable: false })
  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow('already runs on')
  expect(await query(first.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('says so when its port is in use', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const first = await startPostgres({ dataDir: folder.path, log, isDurable: false })
  const second = startPostgres({ dataDir: other.path, log, port: first.port, isDurable: false })
  await expect(second).rejects.toThrow('Address already in use')
  await first.stop()
})

const KILL_ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 2)

test('ends when its parent is killed, and the next start has every acknowledged row', async () => {
  using folder = temporaryFolder()
  for (let round = 1; round <= KILL_ROUNDS; round++) {
    const acknowledged = await killWhileWriting(folder.path)
    // At once, without waiting for the orphan: the launcher has to.
    const next = await startPostgres({ dataDir: folder.path, log })
    const [row] = await query<{ count: string }>(next.ownerUrl, 'select count(*) from nfts')
    expect(Number(row?.count)).toBeGreaterThanOrEqual(acknowledged)
    await next.stop()
  }
}, 600_000)

/** Lets another process write row after row, kills it, and gives the number of rows it was told were stored. */
async function killWhileWriting(dataDir: string): Promise<number> {
  const parent = launchChild(`
    const { startPostgres } = await load('postgres/postgres.ts')
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
    const client = new pg.Client({ connectionString: postgres.ownerUrl })
    await client.connect()
    await client.query('create table if not exists nfts (id int)')
    const { rows } = await client.query('select count(*)::int as count from nfts')
    for (let count = rows[0].count + 1; ; count++) {
      await client.query('insert into nfts values ($1)', [count])
      print(count)
    }
  `)
  let acknowledged = await parent.nextLine<number>()
  const enough = acknowledged + 200
  while (acknowledged < enough) acknowledged = await parent.nextLine<number>()
  await parent.kill()
  return acknowledged
}

test('leaves nothing running when its parent is killed', async () => {
  using folder = temporaryFolder()
  const parent = launchChild(`
    const { startPostgres } = await load('postgres/postgres.ts')
    print((await startPostgres({ dataDir: ${JSON.stringify(folder.path)}, log, isDurable: false })).pid)
    setInterval(() => {}, 1000)
  `)
  const guard = await parent.nextLine<number>()
  const server = postmasterPid(folder.path)
  await parent.kill()
  await untilEnded(server)
  await untilEnded(guard)
})
