import { errorEnvelope } from '@verso/protocol/envelope'
import { afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { App } from '../../src/http/app-type.ts'
import type { Limits } from '../../src/config/limits.ts'
import { buildMediaApp } from '../../src/media/serving/media-app.ts'
import { buildAdmin, buildMember } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const setLimits = (change: Partial<Limits>) => Object.assign(t.ctx.config.limits, change)
let open: Limits
beforeAll(() => void (open = { ...t.ctx.config.limits }))
afterEach(() => void Object.assign(t.ctx.config.limits, open))

describe('requests of one network', () => {
  const PATHS = ['/api/settings/', '/api/nope/', '/']
  const statusesFrom = async (app: App, addresses: string[]) => {
    const statuses: number[] = []
    for (const remoteAddress of addresses)
      statuses.push((await app.inject({ url: PATHS[statuses.length % 3] ?? '', remoteAddress })).statusCode)
    return statuses.map((status) => status === 429)
  }

  it('are so many a minute, on every port', async () => {
    setLimits({ requestsPerMinutePerNetwork: 3 })
    for (const build of [
      () => buildApp(t.ctx, 'marketplace'),
      () => buildApp(t.ctx, 'admin'),
      () => buildMediaApp(t.ctx),
    ]) {
      const app = await build()
      // The minutes of the clock are counted.
      t.clock.advance(60_000 - (t.clock.now().getTime() % 60_000))
      const ipv4 = Array.from({ length: 4 }, () => '203.0.113.7')
      expect(await statusesFrom(app, ipv4)).toEqual([false, false, false, true])
      const sameSubscriber = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:2:3:4:5:6']
      expect(await statusesFrom(app, sameSubscriber)).toEqual([false, false, false, true])
      expect(await statusesFrom(app, ['2001:db8:1:3::1', '203.0.113.8'])).toEqual([false, false])

      const refused = await app.inject({ url: '/api/settings/', remoteAddress: '203.0.113.7' })
      expect(errorEnvelope.parse(refused.json())).toMatchObject({ code: 'too_many_requests' })
      const retryAfter = Number(refused.headers['retry-after'])
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(60)
      t.clock.advance(60_000)
      expect(await statusesFrom(app, ['203.0.113.7'])).toEqual([false])
      await app.close()
    }
  })

  it('never keep out a probe or a provider’s webhook', async () => {
    setLimits({ requestsPerMinutePerNetwork: 0 })
    for (const url of ['/api/health/', '/api/ready/']) expect((await t.app.inject({ url })).statusCode).toBe(200)
    const webhook = await t.call('POST', '/api/payments/webhooks/sandbox/', { body: {} })
    expect(webhook.status).toBe(400)
    expect((await t.call('GET', '/api/settings/')).status).toBe(429)
  })
})

describe('bodies', () => {
  const json = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) })
  const send = (app: App, method: 'POST' | 'PUT', url: string, payload: string, headers = {}) =>
    app.inject({ method, url, payload, headers: { 'content-type': 'application/json', ...headers } })

  it('of the routes of accounts are 16 KB at most', async () => {
    const { headers } = await buildAdmin(t)
    for (const app of [t.app, t.adminApp])
      for (const { method, url } of app.routeAccess) {
        if (!/^\/api\/(auth|users|accounts)\b/.test(url) || !['POST', 'PUT'].includes(method)) continue
        const path = url.replace(/:\w+/g, t.ctx.random.id())
        const tooLarge = await send(app, method as 'PUT', path, json(16 * 1024 + 1), headers)
        expect(tooLarge.statusCode, `${method} ${url}`).toBe(413)
        expect(errorEnvelope.parse(tooLarge.json())).toMatchObject({ code: 'too_large' })
        if (/signout|sessions/.test(url)) continue
        expect((await send(app, method as 'PUT', path, json(16 * 1024), headers)).statusCode, url).not.toBe(413)
      }
  })

  test.each([
    ['POST', '/api/nfts/', 401],
    ['POST', '/api/payouts/', 401],
    ['POST', '/api/nope/', 404],
    ['POST', '/api/chains/POLYGON/call/', 413],
  ] as const)('of a megabyte to %s %s are answered unread: %i', async (method, url, status) => {
    expect((await send(t.app, method, url, `[${'0,'.repeat(500_000)}0]`)).statusCode).toBe(status)
  })

  it('that nest deeply are no valid JSON, also where all else is taken', async () => {
    const { headers } = await buildMember(t)
    const deep = `{"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`
    for (const key of [undefined, 'a-key'])
      expect(
        (await send(t.app, 'PUT', '/api/users/me/', deep, { ...headers, ...(key && { 'idempotency-key': key }) }))
          .statusCode,
      ).toBe(400)
  })

  it('as large as allowed are read in a moment', async () => {
    const payload = `[${'0,'.repeat(32_000)}0]`
    // Of this process alone: a busy machine takes longer.
    const before = process.cpuUsage()
    for (let turn = 0; turn < 20; turn++)
      expect((await send(t.app, 'POST', '/api/chains/POLYGON/call/', payload)).statusCode).toBe(400)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })

  it('of a long page of the footer are still taken', async () => {
    const { headers } = await buildAdmin(t)
    const payload = JSON.stringify({ text: 'ක'.repeat(50_000), version: 0 })
    expect((await send(t.adminApp, 'PUT', '/api/admin/pages/faq/', payload, headers)).statusCode).toBe(200)
  })
})

describe('a busy event loop', () => {
  const stall = (ms: number) => {
    for (const endMs = performance.now() + ms; performance.now() < endMs; );
  }

  it('turns new requests away, never probes and webhooks, and takes them again afterwards', async () => {
    setLimits({ eventLoopLagMs: 100 })
    stall(400)
    const refused = await t.app.inject('/api/settings/')
    expect({ status: refused.statusCode, retryAfter: refused.headers['retry-after'] }).toEqual({
      status: 503,
      retryAfter: '2',
    })
    expect(errorEnvelope.parse(refused.json())).toMatchObject({ code: 'unavailable' })
    stall(400)
    expect((await t.app.inject('/api/health/')).statusCode).toBe(200)
    stall(400)
    expect((await t.call('POST', '/api/payments/webhooks/sandbox/', { body: {} })).status).toBe(400)
    await expect.poll(async () => (await t.app.inject('/api/settings/')).statusCode, { timeout: 60_000 }).toBe(200)
  })
})
