import { type AddressInfo, connect } from 'node:net'
import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { errorEnvelope } from '@verso/protocol/envelope'
import { PAGES } from '@verso/protocol/pages/pages'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Context } from '../../src/context.ts'
import { buildStripePageApp } from '../../src/payments/stripe-page/build-stripe-page-app.ts'
import type { App } from '../../src/http/app-type.ts'
import { buildMediaApp } from '../../src/media/serving/media-app.ts'
import { buildMember } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

const EVIL = 'evil.example'
const t = useTestApp()
const get = (app: App, url: string, host: string) => app.inject({ method: 'GET', url, headers: { host } })

describe('a host name that is not ours', () => {
  test.each([
    '/api/dev/outbox/',
    '/dev/outbox',
    '/api/nfts/',
    '/api/settings/',
    '/',
    ADMIN_PAGES.users,
    PAGES.home,
    '/api/nope',
  ])('is refused at %s, on both sites (DNS rebinding)', async (path) => {
    for (const app of [t.app, t.adminApp]) {
      const answer = await get(app, path, EVIL)
      expect(answer.statusCode, path).toBe(421)
      expect(errorEnvelope.parse(answer.json())).toMatchObject({ code: 'misdirected_request' })
      expect(answer.body + JSON.stringify(answer.headers)).not.toContain(EVIL)
    }
  })

  test.each(['localhost', 'localhost:3000', 'LOCALHOST:5173', '127.0.0.1', '127.0.0.1:9999', '[::1]:3000'])(
    'in development %s is ours',
    async (host) => expect((await get(t.app, '/api/settings/', host)).statusCode).toBe(200),
  )

  test.each([
    'localhost.evil.example',
    'evil.example:3000',
    'localhost@evil.example',
    'a b',
    '0.0.0.0',
    '127.0.0.1.nip.io',
    'localhost:x',
  ])('%j is not', async (host) => expect((await get(t.app, '/api/settings/', host)).statusCode).toBe(421))

  it('does not keep probes out, which come by IP address', async () => {
    for (const app of [t.app, t.adminApp])
      for (const path of ['/api/health/', '/api/ready', '/api/health'])
        expect((await get(app, path, '10.1.2.3:3000')).statusCode).toBe(200)
  })

  it('is refused where members’ files and the payment page are', async () => {
    const media = await buildMediaApp(t.ctx)
    const stripe = buildStripePageApp(t.ctx)
    for (const app of [media, stripe]) expect((await get(app, '/', EVIL)).statusCode).toBe(421)
    const page = new URL(`/pay/${t.ctx.random.id()}`, t.sandbox.origin)
    const answer = await askRaw(Number(page.port), `GET ${page.pathname} HTTP/1.1\r\nHost: ${EVIL}\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 421 /)
    expect((await fetch(page)).status).toBe(404)
  })
})

describe('with addresses of its own', () => {
  let apps: Record<'marketplace' | 'admin' | 'media' | 'pay', App>
  let ctx: Context
  beforeAll(async () => {
    const urls = {
      public: 'https://shop.example',
      admin: 'https://admin.shop.example:8443',
      media: 'https://media.shop.example',
      pay: 'https://pay.shop.example',
    }
    ctx = { ...t.ctx, config: { ...t.ctx.config, urls, isDevelopment: false } }
    apps = {
      marketplace: await buildApp(ctx, 'marketplace'),
      admin: await buildApp(ctx, 'admin'),
      media: await buildMediaApp(ctx),
      pay: buildStripePageApp(ctx),
    }
  })

  const OWN = {
    marketplace: 'shop.example',
    admin: 'admin.shop.example',
    media: 'media.shop.example',
    pay: 'pay.shop.example',
  }

  it('answers each port under its own name alone', async () => {
    for (const [port, app] of Object.entries(apps))
      for (const [name, host] of [...Object.entries(OWN), ['loopback', 'localhost'], ['other', EVIL]] as const) {
        const { statusCode } = await get(app, '/robots.txt', host)
        if (name === port) expect(statusCode, `${port} as ${host}`).not.toBe(421)
        else expect(statusCode, `${port} as ${host}`).toBe(421)
      }
    for (const [host, status] of [
      ['SHOP.example:443', 200],
      ['shop.example:80', 421],
      ['shop.example.', 421],
    ] as const)
      expect((await get(apps.marketplace, '/api/settings/', host)).statusCode, host).toBe(status)
    expect((await get(apps.admin, '/api/settings/', 'admin.shop.example:8443')).statusCode).toBe(200)
  })

  it('tells HTTPS browsers to stay with it, on every port', async () => {
    for (const [port, app] of Object.entries(apps))
      expect((await get(app, '/robots.txt', OWN[port as keyof typeof OWN])).headers, port).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
      })
  })

  it('makes links and policies from its settings, with any host header', async () => {
    const headers = {
      host: 'shop.example',
      'x-forwarded-host': EVIL,
      forwarded: `host=${EVIL}`,
      'x-forwarded-proto': 'gopher',
      'x-original-host': EVIL,
    }
    const settings = await apps.marketplace.inject({ url: '/api/settings/', headers })
    expect(settings.json().data).toMatchObject({
      public_url: 'https://shop.example',
      media_url: 'https://media.shop.example',
    })
    const userPage = adminAddressOf('editUser', { userId: '5' })
    const redirect = await apps.marketplace.inject({ url: userPage, headers })
    expect(redirect.headers.location).toBe(`https://admin.shop.example:8443${userPage}`)
    for (const answer of [settings, redirect])
      expect(answer.body + JSON.stringify(answer.headers)).not.toMatch(/evil|gopher/)
  })
})

it('mails links of its own, under any requested name', async () => {
  const { email } = await buildMember(t)
  const headers = { host: '127.0.0.1:7777', 'x-forwarded-host': EVIL }
  expect((await t.call('POST', '/api/auth/request-password-reset/', { headers, body: { email } })).status).toBe(200)
  await t.runJobs()
  const outbox = await t.call('GET', `/api/dev/outbox/?to=${email}`)
  expect(outbox.body.data[0].link).toMatch(new RegExp(`^http://localhost:\\d+${PAGES.resetPassword}\\?`))
  expect(outbox.body.data[0].html).not.toMatch(/127\.0\.0\.1|evil/)
})

describe('over a socket', () => {
  let app: App
  let port: number
  beforeAll(async () => {
    app = await buildApp(t.ctx, 'marketplace')
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())
  const statusOf = async (head: string) => (await askRaw(port, head)).split(' ')[1]

  it('the host of an absolute target counts, and a header that names another one is refused', async () => {
    for (const [target, host, status] of [
      ['http://localhost/api/settings/', 'localhost', '200'],
      ['http://LOCALHOST:80/api/settings/', 'localhost', '200'],
      ['http://evil.example/api/dev/outbox/', 'evil.example', '421'],
      ['http://evil.example/api/dev/outbox/', 'localhost', '400'],
      ['http://localhost/api/settings/', 'evil.example', '400'],
      ['http://localhost/api/health/', 'evil.example', '400'],
      ['http://localhost:1/api/settings/', 'localhost', '400'],
      ['http://localhost/api/settings/', '', '400'],
      ['http://user@evil.example:1/users', 'localhost', '400'],
    ])
      expect(await statusOf(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n`), `${target} at ${host}`).toBe(status)
    expect(await statusOf('GET ftp://localhost/api/settings/ HTTP/1.1\r\nHost: localhost\r\n')).toBe('404')
  })

  it('no host, or two, is no request of ours', async () => {
    expect(await statusOf('GET /api/settings/ HTTP/1.1\r\n')).toBe('400')
    expect(await statusOf('GET /api/settings/ HTTP/1.0\r\n')).toBe('421')
    expect(await statusOf('GET /api/settings/ HTTP/1.1\r\nHost:\r\n')).toBe('421')
    for (const [first, second] of [
      ['evil.example', 'localhost'],
      ['localhost', 'evil.example'],
      ['localhost', 'localhost'],
    ])
      for (const path of ['/api/settings/', '/', '/api/dev/outbox/', '/api/health/', '/api/ready', '/nowhere'])
        expect(await statusOf(`GET ${path} HTTP/1.1\r\nHost: ${first}\r\nhOST: ${second}\r\n`), path).toBe('400')
    const many = 'a:\r\n'.repeat(2_100)
    expect(await statusOf(`GET /api/settings/ HTTP/1.1\r\nHost: localhost\r\n${many}Host: evil.example\r\n`)).toBe(
      '400',
    )
  })
})

/** Everything that the port answers to these bytes. */
function askRaw(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}Connection: close\r\n\r\n`))
    socket.setEncoding('utf8').on('data', (text) => (answer += text))
    // It may be answered and closed before all of it was read, which resets the connection.
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}
