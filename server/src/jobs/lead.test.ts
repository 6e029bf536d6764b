import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTcpProxy } from '../../test/tcp-proxy.ts'
import { useTestApp } from '../../test/test-app.ts'
import { createDirectConnection } from '../db/direct/direct-connection.ts'
import { createLogger } from '../logger.ts'
import { ASK_MS, lead } from './lead.ts'

const t = useTestApp()
const log = createLogger('silent')
const PATIENT = { timeout: 60_000 }

/** A worker of its own: its connection, and what it runs while it leads. */
function startWorker(url = t.ctx.config.database.url, { askMs = 50, ended = Promise.resolve() } = {}) {
  const direct = createDirectConnection(url, log)
  const leave = async () => (await leading.stop(), await direct.close())
  const worker = { isLeading: false, starts: 0, connections: 0, leave }
  direct.listen('lead-test', () => void (worker.connections += 1))
  const start = () => {
    worker.isLeading = true
    worker.starts += 1
    return { stop: () => ended.then(() => void (worker.isLeading = false)) }
  }
  const leading = lead({ direct, log }, start, { askMs })
  onTestFinished(() => worker.leave())
  return worker
}
const untilLeading = (worker: { isLeading: boolean }) => expect.poll(() => worker.isLeading, PATIENT).toBe(true)

/** As the death of a leader, or the loss of its connection, looks to PostgreSQL. */
const cutLeader = () =>
  sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`.execute(t.ctx.db)

test('of two workers one leads; when it leaves, the other does', async () => {
  const first = startWorker()
  await untilLeading(first)
  const second = startWorker()
  // It has asked by the time that a third one, which came later, has.
  await startWorker().leave()
  expect(second.starts).toBe(0)
  await first.leave()
  await untilLeading(second)
  expect(first.isLeading).toBe(false)
})

test('a leader whose connection is cut stops, and one leads again', async () => {
  const workers = [startWorker()]
  await untilLeading(workers[0] as { isLeading: boolean })
  workers.push(startWorker())
  const startsOf = () => workers.reduce((sum, { starts }) => sum + starts, 0)
  await cutLeader()
  await expect.poll(startsOf, PATIENT).toBe(2)
  await expect.poll(() => workers.filter(({ isLeading }) => isLeading).length, PATIENT).toBe(1)
})

test('a leader whose connection is cut while its work takes long to end leaves the lead to another', async () => {
  const { promise: ended, resolve: endWork } = Promise.withResolvers<void>()
  const first = startWorker(undefined, { ended })
  onTestFinished(() => endWork())
  await untilLeading(first)
  await cutLeader()
  await expect.poll(() => first.connections, PATIENT).toBe(2)
  const second = startWorker()
  await untilLeading(second)
  endWork()
  await expect.poll(() => first.isLeading, PATIENT).toBe(false)
  await startWorker().leave()
  expect(first).toMatchObject({ isLeading: false, starts: 1 })
  await second.leave()
  await untilLeading(first)
})

test('a leader whose connection falls silent stops by itself, and leads again by another, though the server was not told', async () => {
  const url = new URL(t.ctx.config.database.url)
  const proxy = await startTcpProxy(Number(url.port))
  onTestFinished(() => proxy.stop())
  url.port = String(proxy.port)
  const worker = startWorker(url.href)
  await untilLeading(worker)
  proxy.silence()
  await expect.poll(() => worker.isLeading, PATIENT).toBe(false)
  proxy.resume()
  await untilLeading(worker)
}, 120_000)

test('as often as workers ask, the lead moves in the time that is promised', async () => {
  const { url } = t.ctx.config.database
  const first = startWorker(url, { askMs: ASK_MS })
  await untilLeading(first)
  const second = startWorker(url, { askMs: ASK_MS })
  await first.leave()
  const startMs = performance.now()
  await untilLeading(second)
  // Five seconds, on a machine as slow as any.
  expect(performance.now() - startMs).toBeLessThan(4 * 5_000)
})
