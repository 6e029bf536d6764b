import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const never = () => new Promise<never>(() => undefined)
afterEach(() => void vi.restoreAllMocks())

async function ask(app = t.app) {
  const startedMs = performance.now()
  const { statusCode, headers } = await app.inject('/api/ready/')
  return { status: statusCode, retryAfter: headers['retry-after'], isInTime: performance.now() - startedMs < 1_500 }
}
/** An app whose readiness was not asked for yet. */
const freshApp = () => buildApp(t.ctx, 'marketplace')
const OK = { status: 200, retryAfter: undefined, isInTime: true }
const NOT_READY = { status: 503, retryAfter: '5', isInTime: true }

describe('ready', () => {
  it('does without the chains', async () => {
    for (const chain of [t.ctx.chains.POLYGON, t.ctx.chains.ETH])
      vi.spyOn(chain.client, 'getBlockNumber').mockImplementation(never)
    expect(await ask(await freshApp())).toEqual(OK)
  })

  it('is told within a second of a storage that hangs, which is asked once, and again when it is back', async () => {
    const app = await freshApp()
    let answer = () => {}
    const check = vi
      .spyOn(t.ctx.storage, 'check')
      .mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    // A second by the product's own clock, on any machine.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = Promise.all([ask(app), ask(app), ask(app)])
    await vi.waitUntil(() => check.mock.calls.length > 0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked).toEqual([NOT_READY, NOT_READY, NOT_READY])
    expect(await ask(app)).toEqual(NOT_READY)
    vi.useRealTimers()
    expect(check).toHaveBeenCalledOnce()
    check.mockRestore()
    answer()
    await expect.poll(() => ask(app), { timeout: 5_000 }).toEqual(OK)
  })

  it('asks once however many ask', async () => {
    const app = await freshApp()
    const check = vi.spyOn(t.ctx.storage, 'check')
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(check.mock.calls.length).toBeLessThan(5)
  })

  it('is not when the database is away; health, which asks no service, is up', async () => {
    const app = await freshApp()
    vi.spyOn(t.ctx.storage, 'check').mockRejectedValue(new Error('no bucket'))
    expect(await ask(app)).toEqual(NOT_READY)
    const headers = { authorization: 'Bearer garbage' }
    vi.spyOn(t.ctx.db, 'selectFrom').mockImplementation(() => expect.fail('asked the database'))
    expect((await app.inject({ url: '/api/health/', headers })).statusCode).toBe(200)
  })
})
