import { afterEach, expect, test, vi } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction } from '../../src/db/client.ts'
import { enqueueEmail } from '../../src/messages/enqueue-message.ts'
import { handlerOf } from '../../src/jobs/jobs.ts'
import { refundPaymentJob } from '../../src/payments/refunds/jobs.ts'
import { keepPinned, pinSweep } from '../../src/media/pinning/keep-pinned.ts'
import { buildAdmin } from '../build-member.ts'
import { buildFile } from '../build-nft.ts'
import { freePorts, startRefused } from '../product.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const URL_WITH_KEY = 'https://user:KEY1@rpc.example.com/v2/KEY2?key=KEY3'
const KEY = /KEY\d/
const failing = async () => {
  throw Object.assign(new Error(`HTTP request failed. URL: ${URL_WITH_KEY}`), { url: URL_WITH_KEY })
}
afterEach(() => void vi.restoreAllMocks())

test('what an admin reads of a service that fails names its host, and no key of its address', async () => {
  const admin = await buildAdmin(t)
  vi.spyOn(t.ctx.storage, 'check').mockImplementation(failing)
  const { body } = await t.call('GET', '/api/admin/health/', { headers: admin.headers, site: 'admin' })
  const storage = body.data.find(({ name }: { name: string }) => name === 'storage')
  expect(storage).toMatchObject({ status: 'failed', detail: 'HTTP request failed. URL: https://rpc.example.com' })
})

test('a message that is not sent, and a job that fails, keep no key in their rows', async () => {
  const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const { mailer } = t.ctx
  vi.spyOn(mailer, 'send').mockImplementation(failing)
  const messageId = await inTransaction(t.ctx.db, (tx) => enqueueEmail(t.ctx, tx, { to: 'ann@example.test', mail }))
  await t.runJobs()
  const row = await t.ctx.db.selectFrom('messages').select('error').where('id', '=', messageId).executeTakeFirst()
  expect(row?.error).toBe('HTTP request failed. URL: https://rpc.example.com')

  await inTransaction(t.ctx.db, (tx) => t.ctx.jobs.enqueue(tx, refundPaymentJob, { refundId: t.ctx.random.id() }))
  await t.ctx.jobs.work(t.ctx, [handlerOf(refundPaymentJob, failing)])
  const output = () => t.ctx.jobs.boss.findJobs(refundPaymentJob.name)
  await vi.waitFor(async () => expect((await output()).some((job) => job.output)).toBe(true), { timeout: 60_000 })
  await t.ctx.jobs.boss.offWork(refundPaymentJob.name)
  expect(JSON.stringify(await output())).not.toMatch(KEY)
})

test('content that is not pinned keeps no key in its row', async () => {
  const { cid } = await buildFile(t, { ownerId: (await buildAdmin(t)).id })
  vi.spyOn(t.ctx.pinner, 'pin').mockImplementation(failing)
  await inTransaction(t.ctx.db, (tx) => keepPinned(t.ctx, tx, [cid]))
  await pinSweep.run(t.ctx)
  const row = await t.ctx.db.selectFrom('pins').select('error').where('cid', '=', cid).executeTakeFirst()
  expect(row?.error).toBe('HTTP request failed. URL: https://rpc.example.com')
})

test.each([
  ['a database that does not answer', { DATABASE_URL: 'postgres://verso:KEY1@127.0.0.1:1/verso?password=KEY2' }],
  [
    'nodes that do not answer',
    { POLYGON_RPC_URL: 'http://127.0.0.1:1/v2/KEY1', ETH_RPC_URL: 'http://127.0.0.1:1/?key=KEY2' },
  ],
])(
  'a start with %s says so without the key',
  async (_what, settings) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'verso-refused-'))
    const own = { DATA_DIR: dataDir, LOG_LEVEL: 'debug', DEMO_CONTENT: '0', ...(await freePorts()) }
    const { code, output } = await startRefused({ ...own, ...settings })
    await rm(dataDir, { recursive: true, force: true })
    expect(code).toBe(1)
    expect(output).not.toMatch(KEY)
    expect(output.length).toBeGreaterThan(20)
  },
  240_000,
)
