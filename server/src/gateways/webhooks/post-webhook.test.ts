import type { LookupAddress } from 'node:dns'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { useWebhookReceiver } from '../../../test/webhook-receiver.ts'
import { postWebhook } from './post-webhook.ts'
import { findAddressProblem, isPublicAddress } from './public-address.ts'

const receiver = useWebhookReceiver()

const PRIVATE = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::1',
  '2001:db8::1',
  'fc00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
]

test.each(PRIVATE)('%s is no address of the internet', (address) => expect(isPublicAddress(address)).toBe(false))
test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('%s is one', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

describe('an address in production', () => {
  const problemOf = (url: string) => findAddressProblem(url, { allowsLoopback: false })
  it.each(['https://example.com/hook', 'https://example.com:8443/', 'https://1.1.1.1/', 'https://[2606:4700::1]/'])(
    '%s is taken',
    (url) => expect(problemOf(url)).toBeUndefined(),
  )
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'https://localhost/',
    'https://localhost./',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:192.168.0.1]/',
    'https://user:secret@example.com/',
  ])('%s is refused', (url) => expect(problemOf(url)).toEqual(expect.any(String)))
})

const post = (url: string, options: Partial<Parameters<typeof postWebhook>[1]> = {}) =>
  postWebhook(url, { headers: { 'webhook-id': '1' }, body: '{"type":"ü"}', allowsLoopback: true, ...options })

/** A name that stands for these addresses. */
const standingFor =
  (...addresses: string[]): Parameters<typeof postWebhook>[1]['lookup'] =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

/** A program that answers with these bytes, valid HTTP or not. */
async function startAnswering(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('data', () => answer(socket))
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('a call', () => {
  it('is a POST of the very bytes, and gives the status and the first kilobyte of the answer', async () => {
    receiver.reply = { status: 202, body: `\0${'x'.repeat(5_000)}` }
    const answer = await post(receiver.url)
    expect(answer).toEqual({ status: 202, start: `\u{fffd}${'x'.repeat(1_023)}` })
    expect(receiver.received).toEqual([
      { headers: expect.objectContaining({ 'webhook-id': '1' }), text: '{"type":"ü"}', body: { type: 'ü' } },
    ])
  })

  it('follows no redirect', async () => {
    receiver.reply = { status: 302, headers: { location: receiver.url } }
    expect(await post(receiver.url)).toEqual({ status: 302, start: '' })
    expect(receiver.received).toHaveLength(1)
  })

  it('ends when no answer comes in time', async () => {
    receiver.reply = 'never'
    await expect(post(receiver.url, { timeoutMs: 100 })).rejects.toThrow('No answer within 0.1 seconds')
  })

  it('fails when the answer is to speak another protocol', async () => {
    const url = await startAnswering((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    )
    await expect(post(url, { timeoutMs: 5_000 })).rejects.toThrow('Answered 101')
  })

  it('ends in time where the answer is announced again and again', async () => {
    const url = await startAnswering((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    await expect(post(url, { timeoutMs: 200 })).rejects.toThrow('No answer within 0.2 seconds')
  })

  it.each([
    ['cut short', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok')],
    ['without end', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok')],
  ])('is answered by its status, also where the text after it is %s', async (_how, answer) => {
    expect(await post(await startAnswering(answer), { timeoutMs: 200 })).toEqual({ status: 200, start: 'ok' })
  })

  it('is not made to a name that stands for a private address, nor where one of several is', async () => {
    const { port } = new URL(receiver.url)
    for (const addresses of [['127.0.0.1'], ['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      const call = post(`https://rebound.example:${port}/`, {
        allowsLoopback: false,
        lookup: standingFor(...addresses),
      })
      await expect(call).rejects.toThrow('rebound.example is in a private network')
    }
    expect(receiver.received).toEqual([])
  })

  it('goes to the address that was checked, under the name', async () => {
    let asked = 0
    const first = standingFor('127.0.0.1')
    const lookup: typeof first = (host, options, callback) => {
      asked += 1
      return first?.(host, options, callback)
    }
    const { port } = new URL(receiver.url)
    // The connection was told the address: it does not matter what the name stands for a moment later.
    await post(`http://localhost:${port}/`, { lookup })
    expect([asked, receiver.received[0]?.headers.host]).toEqual([1, `localhost:${port}`])
  })

  it('is not made to a loopback address in production', async () => {
    await expect(post(receiver.url, { allowsLoopback: false })).rejects.toThrow('must begin with https://')
    await expect(post('https://127.0.0.1/', { allowsLoopback: false })).rejects.toThrow('in a private network')
    expect(receiver.received).toEqual([])
  })
})
