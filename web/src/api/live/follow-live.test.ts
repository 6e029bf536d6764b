import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { endSession, startFullSession } from '../session.ts'
import { followLive } from './follow-live.ts'
import type { LiveFrame } from './read-live.ts'

const tokenOf = (sid: string) => `x.${btoa(JSON.stringify({ sid }))}.x`
const encoder = new TextEncoder()
const frame = (id: string, event: string) =>
  `id: ${id}\nevent: ${event}\ndata: {"subject":{"type":"nft","id":"11"}}\n\n`

/** Streams as the server opens them, the newest last; what each was resumed with. */
const opened: { push(text: string): void; end(): void; resumedWith: string | null }[] = []
let stop: (() => void)[] = []

beforeEach(() => {
  opened.splice(0)
  startFullSession({ access: tokenOf('s1'), refresh: 'r' })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    let controller!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one) })
    init.signal?.addEventListener('abort', () => controller.error(new DOMException('Aborted', 'AbortError')))
    opened.push({
      push: (text) => controller.enqueue(encoder.encode(text)),
      end: () => controller.close(),
      resumedWith: new Headers(init.headers).get('Last-Event-ID'),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
})
afterEach(() => {
  for (const end of stop) end()
  stop = []
  // The files that come after share its storage.
  endSession()
})
const follow = (): LiveFrame[] => {
  const heard: LiveFrame[] = []
  stop.push(followLive('s1', (one) => heard.push(one)))
  return heard
}

test('that a stream has begun is heard, and then frames, whole, however the network cuts them', async () => {
  const heard = follow()
  await eventually(() => expect(opened).toHaveLength(1))
  opened[0]?.push(`: open\n\n${frame('1-1', 'nft.sold').slice(0, 20)}`)
  opened[0]?.push(`${frame('1-1', 'nft.sold').slice(20)}${frame('2-1', 'nft.listed')}`)
  await eventually(() => expect(heard.map(({ event }) => event)).toEqual(['opened', 'nft.sold', 'nft.listed']))
  expect(heard[1]?.subject).toEqual({ type: 'nft', id: '11' })
})

test('a stream that ended is opened again where it was', async () => {
  const heard = follow()
  await eventually(() => expect(opened).toHaveLength(1))
  opened[0]?.push(frame('7-3', 'nft.sold'))
  opened[0]?.end()
  await eventually(() => expect(opened).toHaveLength(2))
  expect(opened[1]?.resumedWith).toBe('7-3')
  expect(heard.map(({ event }) => event)).toEqual(['opened', 'nft.sold'])
})

test('a stream that told nothing is opened again, and what it missed is asked for', async () => {
  const heard = follow()
  await eventually(() => expect(opened).toHaveLength(1))
  opened[0]?.end()
  await eventually(() => expect(heard.map(({ event }) => event)).toEqual(['opened', 'resync']))
  expect(opened[1]?.resumedWith).toBeNull()
})

test('a stream that falls silent is given up and opened again where it was; one that says it is still here is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  follow()
  await vi.advanceTimersByTimeAsync(0)
  opened[0]?.push(frame('7-3', 'nft.sold'))
  for (let beat = 0; beat < 6; beat += 1) {
    await vi.advanceTimersByTimeAsync(21_000)
    opened[0]?.push(': still here\n\n')
  }
  expect(opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(62_000)
  expect(opened.map(({ resumedWith }) => resumedWith)).toEqual([null, '7-3'])
})
