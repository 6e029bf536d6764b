import { afterEach, expect, test, vi } from 'vitest'
import '../locales/texts.ts'
import { errorMessage } from '../lib/error-message.ts'
import { uploadFile } from './files.ts'

/** As a browser tells of a lost connection, and of a file that it cannot read. */
class FailingRequest {
  upload = {}
  onerror = () => undefined
  open = () => undefined
  setRequestHeader = () => undefined
  send = () => void this.onerror()
}

afterEach(() => void vi.unstubAllGlobals())

const failToUpload = (file: File) => uploadFile(file).catch((error: unknown) => errorMessage(error))

test('a file that was overwritten on the disk since it was chosen is told from a lost connection', async () => {
  vi.stubGlobal('XMLHttpRequest', FailingRequest)
  const file = new File(['art'], 'art.png')
  expect(await failToUpload(file)).toBe('The server cannot be reached. Check your connection and try again.')

  const unreadable = new DOMException('The file was changed.', 'NotReadableError')
  vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(unreadable) } as unknown as Blob)
  const reason = 'This file was changed on your device after you chose it. Please choose it again.'
  expect(await failToUpload(file)).toBe(reason)
})

/** The answer of a network that asks to sign in first, in place of the server's: no JSON. */
class CaptiveRequest extends FailingRequest {
  status = 200
  response = null
  onload = () => undefined
  getResponseHeader = () => null
  override send = () => void setTimeout(() => this.onload())
}

test('an upload that is answered by something else than the server fails, as without a connection', async () => {
  vi.stubGlobal('XMLHttpRequest', CaptiveRequest)
  const file = new File(['art'], 'art.png')
  expect(await failToUpload(file)).toBe('The server cannot be reached. Check your connection and try again.')
})
