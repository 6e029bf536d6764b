import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../api/query-client.ts'
import { publicSettings } from '../../../../api/settings.ts'
import { compressThumbnail } from '../files/compress-thumbnail.ts'
import { copyAsThumbnail } from './copy-picture.ts'
import { takeThumbnail } from './take-thumbnail.ts'
import { thumbnailMaxBytes } from './thumbnail-limit.ts'

vi.mock('../files/compress-thumbnail.ts', () => ({ compressThumbnail: vi.fn() }))

const MB = 1024 ** 2
const pictureOf = (megabytes: number) => new File([new Uint8Array(megabytes * MB)], 'art.jpg', { type: 'image/jpeg' })
afterEach(() => vi.mocked(compressThumbnail).mockReset())

test('a picture within the limit in force is a thumbnail as it is', async () => {
  const artwork = pictureOf(2)
  const copy = copyAsThumbnail(artwork, 2 * MB)
  expect([copy?.name, copy?.size, copy === artwork]).toEqual(['art.jpg', 2 * MB, false])
  expect((await takeThumbnail(artwork, 2 * MB))?.size).toBe(2 * MB)
  expect(copyAsThumbnail(pictureOf(8), 10 * MB)?.size).toBe(8 * MB)
  expect(compressThumbnail).not.toHaveBeenCalled()
})

test('a picture above the limit in force is made smaller instead of being copied and then refused', async () => {
  const artwork = pictureOf(4)
  const small = pictureOf(1)
  vi.mocked(compressThumbnail).mockResolvedValue(small)
  expect(copyAsThumbnail(artwork, 2 * MB)).toBeUndefined()
  expect(await takeThumbnail(artwork, 2 * MB)).toBe(small)
})

test('there is no thumbnail when a picture cannot be made small enough', async () => {
  const artwork = pictureOf(4)
  vi.mocked(compressThumbnail).mockResolvedValue(artwork)
  expect(await takeThumbnail(artwork, 2 * MB)).toBeUndefined()
})

test('the limit in force is the one of the settings, until they are there the usual one', () => {
  expect(thumbnailMaxBytes()).toBe(5 * MB)
  queryClient.setQueryData(publicSettings.queryKey, { limits: { thumbnail_bytes: 2 * MB } } as never)
  expect(thumbnailMaxBytes()).toBe(2 * MB)
  queryClient.clear()
})
