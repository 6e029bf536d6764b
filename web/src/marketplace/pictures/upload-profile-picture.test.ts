import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { uploadFile } from '../../api/files.ts'
import type { CompressionRequest, CompressionResult } from './compress-picture.worker.ts'
import { uploadProfilePicture } from './upload-profile-picture.ts'

vi.mock('../../api/files.ts', () => ({ uploadFile: vi.fn() }))

const photo = new File(['tiny'], 'me.png', { type: 'image/png' })
beforeEach(() =>
  vi
    .mocked(uploadFile)
    .mockReset()
    .mockResolvedValue({ id: '7' } as never),
)

/** A worker that answers every picture with `result`; what it was asked for. */
function withWorker(result: CompressionResult): CompressionRequest[] {
  const asked: CompressionRequest[] = []
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: CompressionResult }) => void
      terminate() {}
      postMessage(request: CompressionRequest) {
        asked.push(request)
        queueMicrotask(() => this.onmessage?.({ data: result }))
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return asked
}

test('a picture that is small as it is is drawn anew all the same, also when it grows by that', async () => {
  const asked = withWorker({ blob: new Blob(['larger than it was'], { type: 'image/jpeg' }) })
  expect(await uploadProfilePicture(photo)).toBe('7')
  expect(asked).toEqual([{ file: photo, targetBytes: 1024 * 1024, longerSidePx: 1920, isAlways: true }])
  const sent = vi.mocked(uploadFile).mock.lastCall?.[0]
  expect([sent?.name, sent?.type, await sent?.text()]).toEqual(['me.jpg', 'image/jpeg', 'larger than it was'])
})

test.each<CompressionResult>([{ error: 'Error: No canvas.' }, { blob: null }])(
  'a picture that was not drawn is not sent as it is: %o',
  async (result) => {
    withWorker(result)
    await expect(uploadProfilePicture(photo)).rejects.toThrow()
    expect(uploadFile).not.toHaveBeenCalled()
  },
)

test('of a file that is no picture the server says so', async () => {
  withWorker({ error: 'InvalidStateError', isUnreadable: true })
  await uploadProfilePicture(photo)
  expect(uploadFile).toHaveBeenCalledWith(photo)
})
