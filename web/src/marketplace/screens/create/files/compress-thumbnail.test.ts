import { afterEach, expect, test, vi } from 'vitest'
import { compressThumbnail } from './compress-thumbnail.ts'
import type { CompressionRequest, CompressionResult } from '../../../pictures/compress-picture.worker.ts'

const original = new File(['x'.repeat(100)], 'thumb.webp.png', { type: 'image/png' })
const ended = vi.fn()

/** A worker that does `work` with what it is sent. */
function withWorker(work: (worker: StubWorker, request: CompressionRequest) => void): void {
  vi.stubGlobal(
    'Worker',
    class extends StubWorker {
      postMessage(request: CompressionRequest) {
        queueMicrotask(() => work(this, request))
      }
    },
  )
}
class StubWorker {
  onmessage?: (event: { data: CompressionResult }) => void
  onerror?: (event: { message: string }) => void
  terminate = ended
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  ended.mockReset()
})

test('asks for 1 MB and 1920 px, and sends what comes back', async () => {
  const asked = vi.fn()
  withWorker((worker, request) => {
    asked(request)
    worker.onmessage?.({ data: { blob: new Blob(['small'], { type: 'image/jpeg' }) } })
  })
  const small = await compressThumbnail(original)
  expect(asked).toHaveBeenCalledWith({ file: original, targetBytes: 1024 * 1024, longerSidePx: 1920 })
  expect([small.name, small.type, small.size]).toEqual(['thumb.webp.jpg', 'image/jpeg', 5])
  expect(ended).toHaveBeenCalledOnce()
})

test.each<[string, (worker: StubWorker) => void]>([
  ['crashes', (worker) => worker.onerror?.({ message: 'out of memory' })],
  ['cannot read the picture', (worker) => worker.onmessage?.({ data: { error: 'InvalidStateError' } })],
  ['has nothing to do', (worker) => worker.onmessage?.({ data: { blob: null } })],
  ['makes it larger', (worker) => worker.onmessage?.({ data: { blob: new Blob(['y'.repeat(101)]) } })],
])('sends the original when the worker %s', async (_, work) => {
  withWorker(work)
  expect(await compressThumbnail(original)).toBe(original)
  expect(ended).toHaveBeenCalledOnce()
})

test('sends the original when the worker does not answer', async () => {
  vi.useFakeTimers()
  withWorker(() => undefined)
  const compressing = compressThumbnail(original)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await compressing).toBe(original)
  expect(ended).toHaveBeenCalledOnce()
})

test('ends at once, and sends nothing, when it is cancelled', async () => {
  withWorker(() => undefined)
  const cancelled = new AbortController()
  const compressing = compressThumbnail(original, cancelled.signal)
  cancelled.abort()
  await expect(compressing).rejects.toHaveProperty('name', 'AbortError')
  expect(ended).toHaveBeenCalledOnce()
})

test('sends the original where there are no workers', async () => {
  vi.stubGlobal('Worker', undefined)
  expect(await compressThumbnail(original)).toBe(original)
})
