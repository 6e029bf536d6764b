import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { settlePaymentJob } from '../payments/settlement/jobs.ts'
import { handlerOf } from './jobs.ts'
import { wakeJobs } from './wake-jobs.ts'

const t = useTestApp()
const { name } = settlePaymentJob

const enqueue = () =>
  inTransaction(t.ctx.db, (tx) => t.ctx.jobs.enqueue(tx, settlePaymentJob, { paymentId: t.ctx.random.id() }))
const take = async () => (await t.ctx.jobs.boss.fetch<object>(name))[0]?.id
const missHeartbeat = (id: string | undefined) =>
  sql`update pgboss.job set heartbeat_on = now() - interval '11 seconds' where id = ${id}`.execute(t.ctx.db)

test('the job of a killed worker is free again when its heartbeat is missed, and not before', async () => {
  await enqueue()
  const id = await take()
  await wakeJobs(t.ctx.db)
  expect(await take()).toBeUndefined()
  await missHeartbeat(id)
  await wakeJobs(t.ctx.db)
  expect(await take()).toBe(id)
  // The one without a try left is ended by the queue's own supervision.
  await sql`update pgboss.job set retry_limit = retry_count where id = ${id}`.execute(t.ctx.db)
  await missHeartbeat(id)
  await wakeJobs(t.ctx.db)
  expect(await take()).toBeUndefined()
})

test('a job that no worker has heard of is told once more', async () => {
  let done = 0
  const handler = handlerOf({ ...settlePaymentJob, concurrency: 1 }, async () => void (done += 1))
  await t.ctx.jobs.work(t.ctx, [handler])
  await enqueue()
  await expect.poll(() => done, { timeout: 60_000 }).toBe(1)
  // As a job comes that waits for its next try: without a bell.
  const again = sql`update pgboss.job set state = 'retry', completed_on = null where name = ${name} and state = 'completed'`
  await expect.poll(async () => (await again.execute(t.ctx.db)).numAffectedRows, { timeout: 60_000 }).toBe(1n)
  await wakeJobs(t.ctx.db)
  await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThan(1)
  await t.ctx.jobs.boss.offWork(name)
})
