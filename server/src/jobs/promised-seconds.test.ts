import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { GONE_MS } from '../db/direct/direct-connection.ts'
import { SWEEPS } from '../worker.ts'
import { ASK_MS } from './lead.ts'
import { LOOK_MS } from './run-sweep.ts'
import { LEASE_MS } from './with-lease.ts'

const t = useTestApp()
/** Until another worker leads, of a leader whose whole machine has vanished; one that is killed is gone at once. */
const LEAD_MS = GONE_MS + ASK_MS
const everyMsOf = (name: string) => SWEEPS.find((sweep) => sweep.name === name)?.everyMs ?? Infinity

// docs/decisions/0270. What is added here is waiting; the real seconds, which a busy machine adds to, stand there.
test('what a dead worker did for all is another’s within five seconds', () => {
  expect(LEAD_MS).toBeLessThan(5_000)
})

test('the mail in its hands is sent once more within fifteen: its lease ends while the lead moves, and a sweep looks', () => {
  expect(Math.max(LEASE_MS, LEAD_MS) + Math.min(everyMsOf('messages'), LOOK_MS)).toBeLessThanOrEqual(15_000)
})

test('its jobs are done by another within fifteen: their heartbeat is missed while the lead moves, and the queues are woken', async () => {
  const { rows } = await sql<{ seconds: number }>`
    select distinct heartbeat_seconds as seconds from pgboss.queue where not starts_with(name, '__pgboss__')`.execute(
    t.ctx.db,
  )
  expect(rows).toHaveLength(1)
  const missedMs = (rows[0]?.seconds ?? Infinity) * 1_000
  expect(Math.max(missedMs, LEAD_MS) + everyMsOf('wake-jobs')).toBeLessThanOrEqual(15_000)
})
