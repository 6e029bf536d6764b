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
