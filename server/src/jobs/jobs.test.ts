import { sql } from 'kysely'
import type { Job } from 'pg-boss'
import { expect, it, vi } from 'vitest'
import { buildAdmin } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { settlePaymentJob } from '../payments/settlement/jobs.ts'
import { refundPaymentJob } from '../payments/refunds/jobs.ts'
import { deleteDoneJobs } from './delete-done-jobs.ts'
import { handlerOf, runJob } from './jobs.ts'
import { PermanentJobError } from '../errors/job-errors.ts'
import { JOBS } from '../worker.ts'

const t = useTestApp()
const { name } = settlePaymentJob
const DAY_SECONDS = 24 * 3_600

async function takeJob(): Promise<Job<object>> {
  const payload = { paymentId: t.ctx.random.id() }
  await inTransaction(t.ctx.db, (tx) => t.ctx.jobs.enqueue(tx, settlePaymentJob, payload))
  const [job] = await t.ctx.jobs.boss.fetch<object>(name)
  if (!job) throw new Error('the job is not there')
  return job
}
/** As a worker does it. */
async function failWith(error: Error): Promise<string> {
  const job = await takeJob()
  const handler = handlerOf(settlePaymentJob, () => Promise.reject(error))
  await expect(runJob(t.ctx, handler, job)).rejects.toBe(error)
  await t.ctx.jobs.boss.fail(name, job.id, error)
  return job.id
}
const find = async (id: string) =>
  (
    await sql<{ state: string; deletion_seconds: number }>`
      select state, deletion_seconds from pgboss.job where id = ${id}`.execute(t.ctx.db)
  ).rows[0]

it('a job that can never succeed ends as failed at once, is shown to the operator, and can be tried again', async () => {
  const again = await failWith(new Error('busy'))
  expect(await find(again)).toMatchObject({ state: 'retry' })
  const id = await failWith(new PermanentJobError('no such thing'))
  expect(await find(id)).toMatchObject({ state: 'failed' })
  const admin = { site: 'admin' as const, token: (await buildAdmin(t)).tokens.access }
  const { failed } = (await t.call('GET', '/api/admin/jobs/', admin)).body.data
  expect(failed).toEqual([expect.objectContaining({ id, error: 'no such thing' })])
  expect((await t.call('POST', `/api/admin/jobs/${id}/retry/`, admin)).status).toBe(200)
  expect(await find(id)).toMatchObject({ state: 'retry' })
})

it('a failed job is kept for 30 days, one that is done for an hour', async () => {
  const failed = await failWith(new PermanentJobError('no such thing'))
  const done = await takeJob()
  await t.ctx.jobs.boss.complete(name, done.id)
  expect(await find(failed)).toMatchObject({ deletion_seconds: 30 * DAY_SECONDS })
  const long = t.clock.now().getTime() - 2 * 3_600_000
  await sql`update pgboss.job set completed_on = ${new Date(long)} where id in (${failed}, ${done.id})`.execute(
    t.ctx.db,
  )
  await deleteDoneJobs(t.ctx.db, t.clock, JOBS)
  expect(await find(done.id)).toBeUndefined()
  expect(await find(failed)).toMatchObject({ state: 'failed' })
  const past = new Date(t.clock.now().getTime() - 31 * DAY_SECONDS * 1_000)
  await sql`update pgboss.job set completed_on = ${past} where id = ${failed}`.execute(t.ctx.db)
  await deleteDoneJobs(t.ctx.db, t.clock, JOBS)
  expect(await find(failed)).toBeUndefined()
})

it('what a process of an older version asks of a queue that is none any more goes, and nothing else', async () => {
  await t.ctx.jobs.boss.createQueue('of-an-older-version')
  const older = await t.ctx.jobs.boss.send('of-an-older-version', {})
  const ours = await t.ctx.jobs.boss.send(name, { paymentId: t.ctx.random.id() })
  await deleteDoneJobs(t.ctx.db, t.clock, JOBS)
  expect(await find(older ?? '')).toBeUndefined()
  expect(await find(ours ?? '')).toMatchObject({ state: 'created' })
})

it('what has piled up is done one after the other, without a wait for each', async () => {
  await sql`delete from pgboss.job`.execute(t.ctx.db)
  const done: string[] = []
  const enqueue = () =>
    inTransaction(t.ctx.db, (tx) => t.ctx.jobs.enqueue(tx, settlePaymentJob, { paymentId: t.ctx.random.id() }))
  for (let count = 0; count < 4; count++) await enqueue()
  await t.ctx.jobs.work(t.ctx, [handlerOf({ ...settlePaymentJob, concurrency: 1 }, async () => void done.push('one'))])
  // By itself a worker would look again after ten seconds each.
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(4)
  await t.ctx.jobs.boss.offWork(name)
})

it('news of a job wakes few of its workers, and all work at once where there are as many jobs', async () => {
  await sql`delete from pgboss.job`.execute(t.ctx.db)
  const { boss, enqueue, work } = t.ctx.jobs
  const add = (count: number) =>
    inTransaction(t.ctx.db, async (tx) => {
      for (let each = 0; each < count; each++) await enqueue(tx, settlePaymentJob, { paymentId: t.ctx.random.id() })
    })
  const started: (() => void)[] = []
  const endAll = () => started.splice(0).forEach((end) => end())
  const waitForEnd = () => new Promise<void>((resolve) => void started.push(resolve))
  const untilStarted = (count: number) => expect.poll(() => started.length, { timeout: 30_000 }).toBe(count)
  const concurrency = 10
  await work(t.ctx, [handlerOf({ ...settlePaymentJob, concurrency }, waitForEnd)])
  const woken = vi.spyOn(boss, 'notifyWorker')
  await add(1)
  await untilStarted(1)
  // One by the news, and one by the worker that has the job; the tests above have left listeners.
  expect(woken.mock.calls.length).toBeLessThan(concurrency)
  // One piece of news for all that a transaction adds.
  await add(concurrency - 1)
  await untilStarted(concurrency)
  woken.mockRestore()
  endAll()
  await boss.offWork(name)
})

it('the jobs of a queue that is left out for a while wait for its end', async () => {
  await sql`delete from pgboss.job`.execute(t.ctx.db)
  const { jobs, random } = t.ctx
  const [held, other] = [settlePaymentJob.name, refundPaymentJob.name]
  const done: string[] = []
  const note = (queue: string) => async () => void done.push(queue)
  await jobs.work(t.ctx, [handlerOf(settlePaymentJob, note(held)), handlerOf(refundPaymentJob, note(other))])
  const untilDone = (queues: string[]) => expect.poll(() => done, { timeout: 30_000 }).toEqual(queues)
  await jobs.without(settlePaymentJob, async () => {
    await inTransaction(t.ctx.db, (tx) => jobs.enqueue(tx, settlePaymentJob, { paymentId: random.id() }))
    await inTransaction(t.ctx.db, (tx) => jobs.enqueue(tx, refundPaymentJob, { refundId: random.id() }))
    await untilDone([other])
  })
  await untilDone([other, held])
  for (const queue of [held, other]) await jobs.boss.offWork(queue)
})
