import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { errorEnvelope } from '@verso/protocol/envelope'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Context } from '../../src/context.ts'
import type { App } from '../../src/http/app-type.ts'
import { buildMediaApp } from '../../src/media/serving/media-app.ts'
import type { Limits } from '../../src/config/limits.ts'
import { buildMember } from '../build-member.ts'
import { sampleWav } from '../sample-media.ts'
import { useTestApp } from '../test-app.ts'

const QUICK = { headersMs: 600, bodyMs: 600, uploadWindowMs: 600, uploadBytesPerSecond: 8_192 }
/** Deadlines above, a round of checks, and a busy machine. */
const ENDS_WITHIN_MS = 15_000
const t = useTestApp()
const closers: (() => Promise<unknown>)[] = []
afterAll(async () => void (await Promise.all(closers.map((close) => close()))))

/** A site of its own on a port, with these limits. */
const limitsOf = new Map<number, Limits>()
async function listen(build: (ctx: Context) => Promise<App>, change: object): Promise<number> {
  const config = { ...t.ctx.config, ...change, limits: { ...t.ctx.config.limits, ...QUICK, ...change } }
  const app = await build({ ...t.ctx, config })
  await app.listen({ host: '127.0.0.1', port: 0 })
  closers.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  limitsOf.set(port, config.limits)
  return port
}
const marketplace = (ctx: Context) => buildApp(ctx, 'marketplace')

async function open(port: number, head: string): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  // A client that is closed with bytes on their way sees a reset: an end like any other.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const client: Client = { socket, answer: '', closed }
  socket.setEncoding('utf8').on('data', (text) => (client.answer += text))
  await once(socket, 'connect')
  socket.write(head)
  return client
}
type Client = { socket: Socket; answer: string; closed: Promise<void> }

/** Sends one more piece every so often until the other side has closed. */
async function drip({ socket, closed }: Client, piece: string): Promise<void> {
  const timer = setInterval(() => socket.write(piece), 100)
  await closed.finally(() => clearInterval(timer))
}

const post = (path: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n${headers}\r\n`

describe('who sends a request drop by drop', () => {
  let port: number
  beforeAll(async () => void (port = await listen(marketplace, {})))

  it.each([
    ['a body', post('/api/auth/token/')],
    ['a body that no route reads', post('/api/nope/')],
    ['a body of a call that needs a sign-in', post('/api/payouts/')],
  ])('is ended: %s', { timeout: ENDS_WITHIN_MS }, async (_what, head) => {
    const client = await open(port, head)
    await drip(client, ' ')
    expect(client.answer).toMatch(/^HTTP\/1\.1 (408|404|401) /)
    if (!head.includes('token')) return
    const envelope = errorEnvelope.parse(JSON.parse(client.answer.split('\r\n\r\n')[1] ?? ''))
    expect(envelope).toMatchObject({ code: 'request_timeout', request_id: expect.stringMatching(/./) })
  })

  it.each([
    ['headers', 'GET / HTTP/1.1\r\n'],
    ['nothing at all', ''],
  ])('is ended: %s', { timeout: ENDS_WITHIN_MS }, async (_what, head) => {
    const client = await open(port, head)
    await drip(client, head ? 'X-A: b\r\n' : '')
  })

  it('is ended where members’ files are', { timeout: ENDS_WITHIN_MS }, async () => {
    const client = await open(await listen(buildMediaApp, {}), post('/files/x'))
    await drip(client, ' ')
  })

  it('does not make others wait: health answers at once beside 200 of them', async () => {
    const slow = await listen(marketplace, { bodyMs: 60_000, headersMs: 60_000 })
    const clients = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => open(slow, turn % 2 ? post('/api/auth/token/') : 'GET / HTTP/1.1\r\n')),
    )
    const timer = setInterval(() => clients.forEach(({ socket }) => socket.write('a')), 250)
    const elapsedMs: number[] = []
    for (let turn = 0; turn < 9; turn++) {
      const startedMs = performance.now()
      expect((await fetch(`http://127.0.0.1:${slow}/api/health/`)).status).toBe(200)
      elapsedMs.push(performance.now() - startedMs)
    }
    clearInterval(timer)
    for (const { socket } of clients) socket.destroy()
    // The one in the middle: the machine that tests may itself stand still for a moment.
    expect(elapsedMs.sort((one, other) => one - other)[4]).toBeLessThan(1_000)
  })
})

describe('what Node cannot read as a request', () => {
  it.each([
    [
      'headers over the limit',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nno header\r\n\r\n', 400, 'invalid'],
    ['a method that is none', 'HACK / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'invalid'],
    [
      'a chunk whose length is none',
      'POST /api/auth/token/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'invalid',
    ],
  ])('is answered in our envelope on every port: %s', async (_what, head, status, code) => {
    const ports = [
      await listen(marketplace, {}),
      await listen(buildMediaApp, {}),
      Number(new URL(t.sandbox.origin).port),
    ]
    for (const port of ports) {
      const client = await open(port, head)
      await client.closed
      const [headers = '', body = ''] = client.answer.split('\r\n\r\n')
      expect(headers).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      const envelope = errorEnvelope.parse(JSON.parse(body))
      expect(envelope).toMatchObject({ code, request_id: expect.stringMatching(/./) })
      expect(headers).toContain(`x-request-id: ${envelope.request_id}`)
    }
  })
})

describe('an upload', () => {
  const BOUNDARY = 'a-boundary'
  let port: number
  let head: string
  let body: Buffer
  beforeAll(async () => {
    port = await listen(marketplace, {})
    const { headers } = await buildMember(t)
    body = Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`),
      sampleWav(80_000),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ])
    head = [
      'POST /api/files/ HTTP/1.1',
      'Host: localhost',
      `Authorization: ${headers.authorization}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
      '\r\n',
    ].join('\r\n')
  })

  it('by a slow phone goes on, however long it takes', { timeout: 30_000 }, async () => {
    const client = await open(port, head)
    const startedMs = performance.now()
    // 30 kB a second.
    for (let sent = 0; sent < body.length; sent += 3_000) {
      client.socket.write(body.subarray(sent, sent + 3_000))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await client.closed
    expect(performance.now() - startedMs).toBeGreaterThan(2 * (QUICK.uploadWindowMs + QUICK.bodyMs))
    expect(client.answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('under way goes on while new requests are turned away', { timeout: 30_000 }, async () => {
    const busy = await listen(marketplace, {})
    const client = await open(busy, head)
    client.socket.write(body.subarray(0, 1_000))
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${busy}/api/settings/`)).status).toBe(200)
    Object.assign(limitsOf.get(busy) ?? {}, { eventLoopLagMs: -1 })
    expect((await fetch(`http://127.0.0.1:${busy}/api/settings/`)).status).toBe(503)
    client.socket.write(body.subarray(1_000))
    await client.closed
    expect(client.answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('that only drips is ended', { timeout: ENDS_WITHIN_MS }, async () => {
    const client = await open(port, head)
    client.socket.write(body.subarray(0, 200))
    await drip(client, 'x')
    expect(client.answer).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('connections of one network', () => {
  const isOpen = async (port: number) => {
    const client = await open(port, '')
    const probe = 'GET /api/health/ HTTP/1.1\r\nHost: localhost\r\n\r\n'
    client.socket.write(probe)
    await Promise.race([client.closed, once(client.socket, 'data')])
    return client.answer !== '' && client
  }

  it('are so many and no more, until one of them ends', async () => {
    const port = await listen(marketplace, { connectionsPerNetwork: 2, headersMs: 60_000 })
    const first = await isOpen(port)
    const second = await isOpen(port)
    expect([first, second]).not.toContain(false)
    expect(await isOpen(port)).toBe(false)
    if (first) first.socket.destroy()
    await expect.poll(() => isOpen(port), { timeout: 5_000 }).not.toBe(false)
  })

  it('are as many as it needs for a proxy that TRUST_PROXY names', async () => {
    const trustProxy = { hops: 0, networks: ['127.0.0.1'] }
    const port = await listen(marketplace, { connectionsPerNetwork: 2, headersMs: 60_000, trustProxy })
    for (let turn = 0; turn < 5; turn++) expect(await isOpen(port)).not.toBe(false)
  })
})
