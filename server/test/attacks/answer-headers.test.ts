import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { App } from '../../src/http/app-type.ts'
import { buildMediaApp } from '../../src/media/serving/media-app.ts'
import { buildStripePageApp } from '../../src/payments/stripe-page/build-stripe-page-app.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
let ports: Record<'marketplace' | 'admin' | 'media' | 'pay', App>
beforeAll(async () => {
  ports = {
    marketplace: t.app,
    admin: t.adminApp,
    media: await buildMediaApp(t.ctx),
    pay: buildStripePageApp(t.ctx),
  }
})
afterAll(async () => void (await Promise.all([ports.media.close(), ports.pay.close()])))

const SITES = ['marketplace', 'admin'] as const
/** Answers of routes: given, refused to a visitor, and refused for their input. */
const ANSWERS = ['/api/settings/', '/api/users/me/', '/api/nfts/?sort=nope']

test.each(SITES)('every answer of a route of the %s has the rules for browsers', async (site) => {
  for (const url of ANSWERS) {
    const { headers } = await ports[site].inject(url)
    expect(headers, url).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy, url).toContain(rule)
    expect(policy.match(/script-src [^;]*/)?.[0], url).toMatch(
      /^script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/=]+')*$/,
    )
  }
})

test.each(['marketplace', 'admin', 'media', 'pay'] as const)(
  'what the %s refuses before it looks for a route has rules for browsers too',
  async (name) => {
    const unknown = { url: '/nope/' }
    const malformed = { url: '/api/%E0%A4%A/' }
    const elsewhere = { url: '/api/settings/', headers: { host: 'evil.example' } }
    for (const request of [unknown, malformed, elsewhere]) {
      const { statusCode, headers } = await ports[name].inject(request)
      expect(statusCode, request.url).toBeGreaterThanOrEqual(400)
      expect(headers, request.url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      expect(headers['content-security-policy'], request.url).toContain("default-src 'none'")
    }
  },
)

test('a page may ask and show nothing but what is ours and the payment form', async () => {
  const { headers } = await ports.marketplace.inject('/api/settings/')
  const origins = String(headers['content-security-policy']).match(/\bhttps?:[^\s;]+/g) ?? []
  const { data } = (await t.call('GET', '/api/settings/')).body
  expect(new Set(origins)).toEqual(new Set([data.media_url, data.payment_origin]))
})

test('text says in which characters it is written', async () => {
  for (const site of SITES)
    for (const url of [...ANSWERS, '/api/nope/', '/nope'])
      expect((await ports[site].inject(url)).headers['content-type'], url).toMatch(/; ?charset=utf-8/i)
})

test('no other site may read an answer', async () => {
  for (const site of SITES)
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
      const answer = await ports[site].inject({ method, url: '/api/settings/', headers })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
})

test('a token counts in the header alone, never in a cookie or the address', async () => {
  const url = '/api/users/me/?access=x&token=x&authorization=Bearer%20x'
  const { statusCode, headers } = await ports.marketplace.inject({ url, headers: { cookie: 'authorization=Bearer x' } })
  expect({ statusCode, cookie: headers['set-cookie'] }).toEqual({ statusCode: 401, cookie: undefined })
})

test('no port lists a folder, shows its sources, or answers TRACE', async () => {
  const paths = ['/.git/config', '/.git/', '/.env', '/package.json', '/assets/', '/files/', '/api/', '/src/main.ts']
  for (const [name, app] of Object.entries(ports)) {
    for (const url of [...paths, '/..%2f..%2fpackage.json', '/%2e%2e/package.json'])
      expect((await app.inject(url)).statusCode, `${name} ${url}`).toBeGreaterThanOrEqual(400)
    const trace = await app.inject({ method: 'TRACE' as 'GET', url: '/', headers: { 'x-secret': 'echoed' } })
    expect(trace.statusCode, name).toBeGreaterThanOrEqual(400)
    expect(trace.body, name).not.toContain('echoed')
  }
})

test('what is there for development is not there without it', async () => {
  const ctx = { ...t.ctx, config: { ...t.ctx.config, isDevelopment: false } }
  for (const site of SITES) {
    const app = await buildApp(ctx, site)
    expect(app.routeAccess.filter(({ url }) => url.startsWith('/api/dev/'))).toEqual([])
    await app.close()
  }
})
