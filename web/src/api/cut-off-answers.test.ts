import { expect, onTestFinished, test, vi } from 'vitest'
import { call } from './client.ts'
import { endSession, startFullSession } from './session.ts'

const cutOff = () =>
  new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode('{"data":'))
      body.error(new DOMException('left', 'AbortError'))
    },
  })

test('an answer that is cut off has not come, and is not taken for what is known when nothing has changed', async () => {
  startFullSession({ access: 'head.e30.seal', refresh: 'r' })
  onTestFinished(() => {
    endSession()
    vi.unstubAllGlobals()
  })
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const known = new Headers(init.headers).get('If-None-Match')
    asked.push(known)
    if (known) return new Response(null, { status: 304 })
    return new Response(asked.length === 1 ? cutOff() : '{"data":[]}', { headers: { ETag: '"1"' } })
  })
  const list = () => call('GET /api/nfts/{id}/listings/', { params: { id: '7' } })
  await expect(list()).rejects.toMatchObject({ status: 0 })
  expect(await list()).toEqual([])
  expect(await list()).toEqual([])
  expect(asked).toEqual([null, null, '"1"'])
})

test('nor has what a network in between has answered', async () => {
  vi.stubGlobal('fetch', async () => new Response('<title>Sign in to the network</title>'))
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(call('GET /api/settings/')).rejects.toMatchObject({ status: 0 })
})
