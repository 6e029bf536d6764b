import { type AddressInfo, connect } from 'node:net'
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
    marketplace: await buildApp(t.ctx, 'marketplace'),
    admin: await buildApp(t.ctx, 'admin'),
    media: await buildMediaApp(t.ctx),
    pay: buildStripePageApp(t.ctx),
  }
  for (const app of Object.values(ports)) await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => void (await Promise.all(Object.values(ports).map((app) => app.close()))))

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

const LOCAL = 'HTTP/1.1\r\nHost: localhost'
const REFUSED: [string, number, string][] = [
  ['an unknown path', 404, `GET /api/nope/ ${LOCAL}`],
  ['an address that cannot be decoded', 400, `GET /api/%E0%A4%A/ ${LOCAL}`],
  ['a path with NUL', 404, `GET /api/%00/ ${LOCAL}`],
  ['another host', 421, 'GET /api/settings/ HTTP/1.1\r\nHost: evil.example'],
  ['no host', 400, 'GET /api/settings/ HTTP/1.1'],
  ['an unknown expectation', 417, `GET /api/settings/ ${LOCAL}\r\nExpect: tea`],
  ['headers over the limit', 431, `GET / ${LOCAL}\r\nX-A: ${'a'.repeat(20_000)}`],
  ['what is not HTTP', 400, `GET / ${LOCAL}\r\nno header`],
]

test.each(REFUSED)('%s is refused with rules for browsers, on every port', async (_what, status, head) => {
  for (const [name, app] of Object.entries(ports)) {
    const answer = await askRaw(app, head)
    expect(answer, name).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.match(/^x-content-type-options: nosniff\r$/gim), name).toHaveLength(1)
    expect(answer.match(/^referrer-policy: no-referrer\r$/gim), name).toHaveLength(1)
    expect(answer.match(/^content-security-policy: default-src 'none';.*\r$/gim), name).toHaveLength(1)
  }
})

/** Everything that the port answers to these bytes, which `inject` would not send. */
function askRaw(app: App, head: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    socket.setEncoding('utf8').on('data', (text) => (answer += text))
    // The rest of the request was still being sent when the answer came.
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}

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
