import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { DATABASE_CHECKS } from '../src/commands/doctor/database-checks.ts'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { createContext } from '../src/create-context.ts'
import { findListenProblem } from '../src/db/check-connection.ts'
import { inTransaction } from '../src/db/client.ts'
import { handlerOf } from '../src/jobs/jobs.ts'
import { createLogger } from '../src/logger.ts'
import { settlePaymentJob } from '../src/payments/settlement/jobs.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  decide,
  getPayment,
  reserve,
  statusOf,
} from './build-listed-nft.ts'
import { buildCollector, buildMint, buildPaidSale, getListing, getNft, readOwner } from './build-token.ts'
import { hasPooler, startPooler } from './pooler.ts'
import { runJobs } from './run-jobs.ts'
import { callApi, type TestApp, useTestApp } from './test-app.ts'

// Debian: package `pgbouncer`.
describe.skipIf(!hasPooler)('behind PgBouncer in transaction mode', () => {
  const t = useTestApp()
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let ctx: CustodyContext & { close(): Promise<void> }

  beforeAll(async () => {
    const { database } = t.ctx.config
    pooler = await startPooler(database.url)
    const pooled = { ...database, url: pooler.url, listenUrl: database.url, isPooled: true, isPreparing: false }
    const log = createLogger('error')
    ctx = await createContext({ ...t.ctx.config, database: pooled, role: 'worker' }, { clock: t.clock, log })
    await ctx.jobs.start()
  })
  afterAll(async () => {
    await ctx?.jobs.stop()
    await ctx?.close()
    await pooler?.stop()
  })

  test('a work is minted and sold', async () => {
    const own = { ctx, runJobs: () => runJobs(ctx) }
    const [seller, buyer] = [await buildCollector(own), await buildCollector(own)]
    const minted = await buildMint(own, { creator: seller })
    await own.runJobs()
    const nft = await getNft(t, minted.id)
    const { listingId } = await buildPaidSale(own, { nft, buyer })
    await own.runJobs()
    expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
    expect(await readOwner(t, nft)).toBe(buyer.address)
  })

  test('a member buys by HTTP: reserved, paid at the provider, delivered, and the books add up', async () => {
    const app = await buildApp(ctx, 'marketplace')
    onTestFinished(() => app.close())
    const own: TestApp = { ...t, ctx, app, call: (...call) => callApi(app, ...call), runJobs: () => runJobs(ctx) }
    const { nft, listing } = await buildListedNft(own, { onChain: true })
    const buyer = await buildBuyer(own)
    const paymentId = await reserve(own, buyer, nft)
    const { tokens } = buyer
    expect((await own.call('POST', `/api/payments/${paymentId}/session/`, { token: tokens.access })).status).toBe(200)
    expect((await decide(own, paymentId, 'success')).status).toBeLessThan(300)
    await own.runJobs()
    expect(await getPayment(own, buyer, paymentId)).toMatchObject({ status: 'SUCCESS' })
    expect(await statusOf(own, listing)).toBe('SOLD')
    await assertBooksAreRight(own)
  })

  test('a worker hears of a job by the address past it', async () => {
    let done = 0
    await ctx.jobs.work(ctx, [handlerOf(settlePaymentJob, async () => void (done += 1))])
    onTestFinished(() => ctx.jobs.boss.offWork(settlePaymentJob.name))
    await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, settlePaymentJob, { paymentId: ctx.random.id() }))
    await expect.poll(() => done, { timeout: 60_000 }).toBe(1)
  })

  test('a pooler in the place of the direct address is found, and so is a role without a limit', async () => {
    expect(await findListenProblem('DATABASE_URL', t.ctx.config.database.url, 30_000)).toBeUndefined()
    expect(await findListenProblem('DATABASE_URL', pooler.url, 200)).toContain('Set DATABASE_LISTEN_URL')
    const check = DATABASE_CHECKS.find(({ name }) => name === 'notifications')
    await expect(check?.run(ctx)).rejects.toThrow('no statement_timeout of its own')
  })
})
