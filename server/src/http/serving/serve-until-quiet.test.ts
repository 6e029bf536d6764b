import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { createBaseApp } from './base-app.ts'
import { serveUntilQuiet } from './serve-until-quiet.ts'

const t = useTestApp()
const QUIET_MS = 20

test('who came to a port while the process stood still, and asks when it has closed, is answered', async () => {
  const app = createBaseApp(t.ctx, 'public')
  app.get('/', async () => 'served')
  const isClosing = new Promise<void>((resolve) => void app.addHook('preClose', async () => resolve()))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const closed = serveUntilQuiet([app], { quietMs: QUIET_MS }).then(() => app.close())
  // The kernel takes the connection at once; we are told of it when we look again, which is after the quiet time is over.
  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)
  const untilMs = performance.now() + 5 * QUIET_MS
  while (performance.now() < untilMs);
  await isClosing
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i)
  await closed
})

test('requests are served on while they come, and not without an end', async () => {
  const closedAfter = async (counts: number[], maxMs: number) => {
    let reads = 0
    const server = { close: () => server as never }
    const app = {
      get requestCount() {
        return counts[reads++] ?? 0
      },
      server,
    }
    await serveUntilQuiet([app], { quietMs: 1, maxMs })
    return reads
  }
  expect(await closedAfter([0, 1, 1, 2, 2, 2], 60_000)).toBe(6)
  expect(await closedAfter([0, 1, 1, 2, 2, 2], 0)).toBe(2)
})
