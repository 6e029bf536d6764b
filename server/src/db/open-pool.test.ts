import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../test/tcp-proxy.ts'
import { createLogger } from '../logger.ts'
import { type Db, inTransaction, isDatabaseAway, isDatabaseBusy, openDatabase } from './client.ts'

const log = createLogger('silent')
const LIMIT_MS = 1_000
/** In which the rollback would wait as well, behind the begin. */
const LONG_LIMIT_MS = 30_000
let proxy: TcpProxy
let db: Db

beforeAll(async () => {
  proxy = await startTcpProxy(Number(new URL(inject('postgresOwnerUrl')).port))
})
afterAll(() => proxy.stop())
const open = (statementTimeoutMs: number) => {
  const url = new URL(inject('postgresOwnerUrl'))
  url.port = String(proxy.port)
  return openDatabase(url.href, log, { maxConnections: 1, statementTimeoutMs })
}
beforeEach(() => {
  db = open(LIMIT_MS)
})
afterEach(() => db.destroy())

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  )
const answers = () => sql`select 1`.execute(db)

test('a statement that takes too long is ended by the server, and the connection goes on', async () => {
  const error = await failureOf(sql`select pg_sleep(60)`.execute(db))
  expect([isDatabaseBusy(error), isDatabaseAway(error)]).toEqual([true, false])
  await answers()
})

test('a connection that goes silent in a transaction fails it, and leaves the pool', async () => {
  const error = await failureOf(
    inTransaction(db, async (tx) => {
      await sql`select 1`.execute(tx)
      proxy.silence()
      await sql`select 2`.execute(tx)
    }),
  )
  proxy.resume()
  expect(isDatabaseAway(error)).toBe(true)
  // The only connection of the pool: it was not kept.
  await answers()
})

test('a connection that went silent while idle fails one transaction at its begin, and leaves the pool', async () => {
  await db.destroy()
  db = open(LONG_LIMIT_MS)
  await answers()
  proxy.silence()
  const startedMs = performance.now()
  const error = await failureOf(inTransaction(db, (tx) => sql`select 1`.execute(tx)))
  proxy.resume()
  expect(isDatabaseAway(error)).toBe(true)
  expect(performance.now() - startedMs).toBeLessThan(6_000)
  await answers()
})

test('a wait for a connection ends, whether all are in use or none can be opened', async () => {
  proxy.silence()
  const [first, second] = await Promise.all([failureOf(answers()), failureOf(answers())])
  proxy.resume()
  expect([isDatabaseAway(first), isDatabaseAway(second)]).toEqual([true, true])
})

test('a backend that is killed in the middle of a transaction fails it, and nothing else', async () => {
  const error = await failureOf(
    inTransaction(db, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)),
  )
  expect(isDatabaseAway(error)).toBe(true)
  await answers()
})

test('a transaction that waits for its client is ended by the server', async () => {
  const { rows } = await sql<{
    value: string
  }>`select current_setting('idle_in_transaction_session_timeout') as value`.execute(db)
  expect(rows).toEqual([{ value: '20s' }])
})

test('a connection to a server that takes no changes any more fails one, and leaves the pool', async () => {
  // As one that was the primary, and is a replica now.
  await sql`set default_transaction_read_only = on`.execute(db)
  await answers()
  const error = await failureOf(sql`create table never_made ()`.execute(db))
  expect(isDatabaseAway(error)).toBe(true)
  const { rows } = await sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(db)
  expect(rows).toEqual([{ value: 'off' }])
})
