import { execFileSync } from 'node:child_process'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { buildApp } from '../../app.ts'
import type { CustodyContext } from '../../custody/outcomes.ts'
import { silentLog as log, temporaryFolder } from '../../embedded/launch-child.test-support.ts'
import { type EmbeddedPostgres, startPostgres } from '../../embedded/postgres/postgres.ts'
import { figure } from '../../health/metrics/figures.ts'
import { readFigures } from '../../health/metrics/read-figures.ts'
import type { App } from '../../http/app-type.ts'
import { prepareDatabase } from '../../jobs/prepare-database.ts'
import { JOBS } from '../../worker.ts'
import { type Db, openDatabase } from '../client.ts'
import { createReplica } from './replica.ts'

const LONG_MS = 120_000
const t = useTestApp()
const folder = temporaryFolder()
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let ctx: CustodyContext
let app: App
/** The owner's ways to both. */
let onPrimary: Db
let onStandby: Db

beforeAll(async () => {
  const dataDir = join(folder.path, 'primary')
  const before = await startPostgres({ dataDir, log, isDurable: false })
  await before.stop()
  for (const name of ['standby', 'restored']) execFileSync('cp', ['-a', dataDir, join(folder.path, name)])
  // As in production: what is committed is in the log that the replica follows.
  primary = await startPostgres({ dataDir, log, isDurable: false, settings: { synchronous_commit: 'on' } })
  standby = await startStandby()
  const database = { ...t.ctx.config.database, url: primary.appUrl, ownerUrl: primary.ownerUrl }
  await prepareDatabase(database, JOBS)
  const db = openDatabase(primary.appUrl, log)
  ctx = { ...t.ctx, db, replica: createReplica(db, openDatabase(standby.appUrl, log), { clock: t.clock, log }) }
  app = await buildApp(ctx, 'marketplace')
  onPrimary = openDatabase(primary.ownerUrl, log)
  onStandby = openDatabase(standby.ownerUrl, log)
}, LONG_MS)
afterAll(async () => {
  await app.close()
  await Promise.all([ctx.replica?.close(), ctx.db.destroy(), onPrimary.destroy(), onStandby.destroy()])
  await standby.stop()
  await primary.stop()
  folder[Symbol.dispose]()
}, LONG_MS)

async function startStandby(): Promise<EmbeddedPostgres> {
  const cluster = join(folder.path, 'standby/cluster')
  const signal = join(cluster, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(join(cluster, 'PG_VERSION'))
  chownSync(signal, uid, gid)
  const { hostname, port, username, password } = new URL(primary.ownerUrl)
  return startPostgres({
    dataDir: join(folder.path, 'standby'),
    log,
    isDurable: false,
    settings: { primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}` },
  })
}

const rename = (name: string) =>
  onPrimary.updateTable('categories').set({ name }).where('id', '=', 1).returning('id').executeTakeFirstOrThrow()
const readName = async () =>
  ((await app.inject('/api/categories/')).json() as { data: { id: number; name: string }[] }).data.find(
    ({ id }) => id === 1,
  )?.name
const LAG = figure('verso_replica_lag_seconds', 0)
const readLag = async () => (await readFigures(ctx)).filter(({ name }) => name.startsWith('verso_replica'))
const isReplica = () => ctx.replica?.usable() !== undefined
async function followAgain(): Promise<void> {
  await expect
    .poll(async () => {
      await ctx.replica?.look()
      return isReplica()
    })
    .toBe(true)
}

test('visitors read from the replica while it follows, members and what is not found there from the primary', {
  timeout: LONG_MS,
}, async () => {
  expect(isReplica()).toBe(false)
  expect(await readLag()).toEqual([])
  await rename('Before')
  expect(await readName()).toBe('Before')
  await followAgain()
  await sql`select pg_wal_replay_pause()`.execute(onStandby)
  await expect
    .poll(
      async () =>
        (await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(onStandby)).rows[0]
          ?.state,
    )
    .toBe('paused')
  await rename('After')
  expect(await readName()).toBe('Before')

  // The member who has just come is on the primary alone: both they and a visitor see them.
  const member = await buildMember({ ctx })
  const url = `/api/users/${member.id}/`
  expect((await app.inject({ url, headers: member.headers })).statusCode).toBe(200)
  expect((await app.inject(url)).statusCode).toBe(200)
  expect((await app.inject('/api/users/00000000-0000-7000-8000-000000000000/')).statusCode).toBe(404)

  t.clock.advance(2_001)
  await ctx.replica?.look()
  expect(isReplica()).toBe(false)
  expect(await readLag()).toEqual([figure('verso_replica_used', 0), { ...LAG, value: expect.closeTo(2, 0) }])
  expect(await readName()).toBe('After')

  await sql`select pg_wal_replay_resume()`.execute(onStandby)
  await followAgain()
  expect(await readLag()).toEqual([figure('verso_replica_used', 1), { ...LAG, value: expect.any(Number) }])
  expect(await readName()).toBe('After')
})

test('a replica is not read beside a primary that was brought back without what it has', {
  timeout: LONG_MS,
}, async () => {
  await followAgain()
  const restored = await startPostgres({ dataDir: join(folder.path, 'restored'), log, isDurable: false })
  const db = openDatabase(restored.ownerUrl, log)
  const replica = createReplica(db, openDatabase(standby.ownerUrl, log), { clock: t.clock, log })
  for (let looks = 0; looks < 3; looks++) await replica.look()
  expect(replica.usable()).toBeUndefined()
  expect(replica.state()?.problem).toMatch(/follows another database/)
  await Promise.all([replica.close(), db.destroy()])
  await restored.stop()
})

test('a replica that dies fails no request, and is used again when it is back', { timeout: LONG_MS }, async () => {
  await followAgain()
  await standby.stop()
  expect(isReplica()).toBe(true)
  expect(await readName()).toBe('After')
  expect(isReplica()).toBe(false)
  await ctx.replica?.look()
  expect(isReplica()).toBe(false)
  expect(await readLag()).toEqual([figure('verso_replica_used', 0)])
})
