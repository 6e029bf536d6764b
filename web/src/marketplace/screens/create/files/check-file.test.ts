import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../../lib/load-texts.ts'
import { problemOfFile } from './check-file.ts'

beforeEach(loadTexts)
afterEach(() => vi.restoreAllMocks())

const withPictures = (areReadable: boolean) => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  HTMLImageElement.prototype.decode = async () => {
    if (!areReadable) throw new DOMException('The source image cannot be decoded.', 'EncodingError')
  }
}
const png = (content: string) => new File([content], 'art.png', { type: 'image/png' })

test('an empty file is refused', async () => {
  expect(await problemOfFile(new File([], 'song.mp3', { type: 'audio/mpeg' }))).toBe('This file is empty')
})

test('a text named .png is refused, a picture is taken', async () => {
  withPictures(false)
  expect(await problemOfFile(png('hello'))).toBe('This file is not a readable picture')
  withPictures(true)
  expect(await problemOfFile(png('picture'))).toBeUndefined()
})

test.each([
  ['knot.glb', '', 'glTF\u0002\u0000\u0000\u0000\u000c\u0000\u0000\u0000'],
  ['film.mp4', 'video/mp4', '\u0000\u0000\u0000\u0018ftypisom'],
  ['film.webm', 'video/webm', new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])],
])(
  'a text named %s is refused before it is uploaded, what begins as such a file does is taken',
  async (name, type, beginning) => {
    expect(await problemOfFile(new File(['hello'], name, { type }))).toBe('This file is not what its name says')
    expect(await problemOfFile(new File([beginning], name, { type }))).toBeUndefined()
  },
)

test('a model that was cut off is refused before it is uploaded', async () => {
  const header = 'glTF\u0002\u0000\u0000\u0000\u0000\u0001\u0000\u0000'
  const model = (length: number) => new File([header.padEnd(length, 'x')], 'knot.glb')
  expect(await problemOfFile(model(256))).toBeUndefined()
  expect(await problemOfFile(model(60))).toBe('This file is not a readable 3D model')
})
