import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CompressionRequest } from './compress-picture.worker.ts'

const small = new File(['a place and a picture'], 'me.jpg', { type: 'image/jpeg' })
const wanted: CompressionRequest = { file: small, targetBytes: 1024, longerSidePx: 1920 }
const decoded = async () => ({ width: 800, height: 600 })
const canvas = {
  getContext: () => ({ fillRect: vi.fn(), drawImage: vi.fn() }),
  convertToBlob: async ({ type }: { type: string }) => new Blob(['pixels'], { type }),
}

let listen: (message: { data: CompressionRequest }) => void = () => undefined
beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof listen) => (listen = listener))
  await import('./compress-picture.worker.ts')
})
afterAll(() => void vi.unstubAllGlobals())

/** Sends a request to the worker's code; what it answers. */
function ask(request: CompressionRequest, decode: () => Promise<unknown>, drawn: object = canvas) {
  vi.stubGlobal('createImageBitmap', decode)
  vi.stubGlobal('OffscreenCanvas', function OffscreenCanvas() {
    return drawn
  })
  return new Promise<{ blob: Blob }>((resolve) => {
    vi.stubGlobal('postMessage', resolve)
    listen({ data: request })
  })
}

test('a small picture stays as it is, unless it is always to be drawn', async () => {
  expect(await ask(wanted, decoded)).toEqual({ blob: null })
  const { blob } = await ask({ ...wanted, isAlways: true }, decoded)
  expect([blob.type, await blob.text()]).toEqual(['image/jpeg', 'pixels'])
})

test('a file that is no picture is told from a picture that could not be drawn', async () => {
  const always = { ...wanted, isAlways: true }
  const broken = await ask(always, () => Promise.reject(new Error('not decoded')))
  expect(broken).toEqual({ error: 'Error: not decoded', isUnreadable: true })
  expect(await ask(always, decoded, { getContext: () => null })).toEqual({ error: 'Error: No canvas.' })
})
