import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildFile } from '../../../test/build-nft.ts'
import { buildCollector } from '../../../test/build-token.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { startTraceCollector } from '../../../test/trace-collector.ts'
import { buildApp } from '../../app.ts'
import { sendIntentsBells } from '../../custody/intents/bells.ts'
import { answerBells } from '../../jobs/bells/answer-bells.ts'
import { createLogger } from '../../logger.ts'
import { bindBells } from '../../worker.ts'
import { startTracing, type Tracing } from './start-tracing.ts'

const t = useTestApp()
let collector: Awaited<ReturnType<typeof startTraceCollector>>
let got: typeof collector.got
let tracing: Tracing

beforeEach(async () => {
  collector = await startTraceCollector()
  ;({ got } = collector)
  const { endpoint } = collector
  tracing = startTracing({ endpoint, headers: 'authorization=Bearer%20key', share: 1, role: 'all', log: t.ctx.log })
})
afterEach(async () => {
  await tracing.stop()
  await collector.stop()
})

/** A worker that answers this bell, which it has done once when it begins; `t.runJobs` lets the sweeps find the rows first. */
async function startWorker(name: string) {
  const answered = vi.fn()
  const handlers = bindBells(t.ctx)
    .filter(({ bell }) => bell.name === name)
    .map(({ bell, answer }) => ({ bell, answer: () => answer().then(answered) }))
  const worker = answerBells(t.ctx, handlers)
  const untilAnswered = (times: number) =>
    expect.poll(() => answered.mock.calls.length, { timeout: 30_000 }).toBe(times)
  await untilAnswered(1)
  return { untilAnswered, stop: () => worker.stop() }
}

test('a request, its SQL, the work that it wakes and that work’s calls of a node are one trace', async () => {
  const creator = await buildCollector(t)
  await giveCredits(t, { userId: creator.id, amountCents: 100 })
  const { id: file } = await buildFile(t, { ownerId: creator.id })
  const token = creator.tokens.access
  await t.call('POST', `/api/files/${file}/metadata/`, { token, body: { name: 'Dawn', description: 'First light' } })
  const body = { category: 1, chain: 'POLYGON', file, thumbnail: file, royalty: 5 }
  const worker = await startWorker(sendIntentsBells.POLYGON.name)
  expect((await t.call('POST', '/api/nfts/', { token, body })).status).toBeLessThan(300)
  await worker.untilAnswered(2)
  await worker.stop()
  await tracing.stop()
  const request = got.spans.find(({ name }) => name === 'POST /api/nfts/')
  const ofTrace = got.spans.filter(({ traceId }) => traceId === request?.traceId)
  const names = new Set(ofTrace.map(({ name }) => name))
  for (const name of ['SQL insert', 'SQL select', 'job chain/POLYGON', 'RPC eth_sendRawTransaction'])
    expect([...names]).toContain(name)
  // Each hangs on another one of them, and the request on none.
  const ids = new Set(ofTrace.map(({ spanId }) => spanId))
  expect(ofTrace.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([request])
  expect(got.authorization).toContain('Bearer key')
  // Statements have their values apart.
  for (const secret of [creator.email, 'First light', token]) expect(JSON.stringify(got.spans)).not.toContain(secret)
})

test('a log line says of which trace it is, and who sends a `traceparent` decides nothing', async () => {
  const lines: string[] = []
  const log = createLogger('info', { lines: { write: (line: string) => void lines.push(line) } })
  const app = await buildApp({ ...t.ctx, log }, 'marketplace')
  const answer = await app.inject({
    url: '/api/health/',
    headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  })
  expect(answer.statusCode).toBe(200)
  const findLine = () =>
    lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ route }) => route === '/api/health/')
  // It is written when the answer is over, as its span ends then.
  await expect.poll(findLine).toBeDefined()
  await app.close()
  await tracing.stop()
  const request = got.spans.find(({ name }) => name === 'GET /api/health/')
  expect(request).toBeDefined()
  expect(request?.parentSpanId).toBeFalsy()
  expect(findLine()).toMatchObject({ trace_id: request?.traceId })
})
