import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Nft } from '@verso/protocol/nfts'
import { ApiError } from '../../../api/api-error.ts'
import { saveFileMetadata, uploadFile } from '../../../api/files.ts'
import { findNftOfFile } from '../../../api/nfts/find-nft.ts'
import { createNft } from '../../../api/nfts/nft-changes.ts'
import type { CreateValues } from './create-schema.ts'
import { compressThumbnail } from './files/compress-thumbnail.ts'
import type { PublishMemory } from './draft/draft-files.ts'
import { NftPublisher } from './publish-nft.ts'
import { PublishError } from './publish-progress.ts'

vi.mock('../../../api/files.ts', () => ({ uploadFile: vi.fn(), saveFileMetadata: vi.fn() }))
vi.mock('../../../api/nfts/find-nft.ts', () => ({ findNftOfFile: vi.fn() }))
vi.mock('../../../api/nfts/nft-changes.ts', () => ({ createNft: vi.fn() }))
vi.mock('./files/compress-thumbnail.ts', () => ({ compressThumbnail: vi.fn() }))

const values = {
  nftFile: new File(['art'], 'art.png', { type: 'image/png' }),
  thumbnail: new File(['thumb'], 'thumb.png', { type: 'image/png' }),
  name: 'Night Bloom',
  description: 'A dahlia',
  bio: '',
  altText: '',
  category: '3',
  chain: 'POLYGON',
  royalty: 5.25,
  price: '',
} as CreateValues

const publish = (publisher: NftPublisher, patch: Partial<CreateValues> = {}) =>
  publisher.publish({ ...values, ...patch }, { onProgress: () => undefined, signal: new AbortController().signal })

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(compressThumbnail).mockImplementation(async (file) => file)
  vi.mocked(uploadFile).mockImplementation(async (file) => ({ id: `id of ${file.name}` }) as never)
})

describe('NftPublisher', () => {
  it('makes the four calls, with the royalty in basis points', async () => {
    await publish(new NftPublisher())
    expect(saveFileMetadata).toHaveBeenCalledWith('id of art.png', expect.objectContaining({ name: 'Night Bloom' }))
    expect(vi.mocked(createNft).mock.calls[0]?.[0]).toEqual({
      category: 3,
      chain: 'POLYGON',
      file: 'id of art.png',
      thumbnail: 'id of thumb.png',
      royalty: 5.25,
      cashback_value: 525,
    })
  })

  it('uploads nothing twice and repeats the last call under the same key after it failed', async () => {
    const publisher = new NftPublisher()
    vi.mocked(createNft).mockRejectedValueOnce(new Error('down'))
    await expect(publish(publisher)).rejects.toMatchObject({ step: 'nft' } satisfies Partial<PublishError>)
    await publish(publisher)
    expect(uploadFile).toHaveBeenCalledTimes(2)
    expect(saveFileMetadata).toHaveBeenCalledTimes(1)
    const keys = vi.mocked(createNft).mock.calls.map(([, key]) => key)
    expect(keys[0]).toBe(keys[1])
  })

  it.each([
    ['artwork', () => vi.mocked(saveFileMetadata), new ApiError(404, { code: 'not_found' })],
    [
      'thumbnail',
      () => vi.mocked(createNft),
      new ApiError(400, { code: 'invalid', errors: [{ thumbnail: ['File not found'] }] }),
    ],
  ])('uploads again what the server has deleted meanwhile, where the %s is missed', async (_what, step, error) => {
    const publisher = new NftPublisher()
    step().mockRejectedValueOnce(error)
    await expect(publish(publisher)).rejects.toBeInstanceOf(PublishError)
    await publish(publisher)
    expect(uploadFile).toHaveBeenCalledTimes(4)
  })

  it('goes on after a reload: nothing is uploaded again, and the last call keeps its key', async () => {
    let memory: PublishMemory = {}
    vi.mocked(createNft).mockRejectedValueOnce(new Error('the answer was lost'))
    await expect(publish(new NftPublisher(async (latest) => void (memory = latest)))).rejects.toBeInstanceOf(
      PublishError,
    )
    const again = (file: File, bits = file.name) =>
      new File([file.name === bits ? file : bits], file.name, { lastModified: file.lastModified })
    const reloaded = { nftFile: again(values.nftFile), thumbnail: again(values.thumbnail) }
    const publisher = new NftPublisher()
    publisher.resume(memory)
    await publish(publisher, reloaded)
    expect(uploadFile).toHaveBeenCalledTimes(2)
    const keys = vi.mocked(createNft).mock.calls.map(([, key]) => key)
    expect(keys[0]).toBe(keys[1])
    // A file that was chosen since is not taken for the one that was uploaded.
    const other = { ...reloaded, nftFile: again(values.nftFile, 'other art') }
    const later = new NftPublisher()
    later.resume(memory)
    await publish(later, other)
    expect(uploadFile).toHaveBeenCalledTimes(3)
  })

  it('keeps the key of its artwork when other fields change: the first call may have succeeded', async () => {
    const publisher = new NftPublisher()
    vi.mocked(createNft).mockRejectedValueOnce(new Error('the answer was lost'))
    await expect(publish(publisher)).rejects.toBeInstanceOf(PublishError)
    await publish(publisher, { royalty: 6, thumbnail: new File(['other'], 'other.png') })
    expect(uploadFile).toHaveBeenCalledTimes(3)
    const keys = vi.mocked(createNft).mock.calls.map(([, key]) => key)
    expect(keys[0]).toBe(keys[1])
  })

  it('takes another key for another artwork', async () => {
    const publisher = new NftPublisher()
    vi.mocked(createNft).mockRejectedValueOnce(new Error('down'))
    await expect(publish(publisher)).rejects.toBeInstanceOf(PublishError)
    await publish(publisher, { nftFile: new File(['other'], 'other.png') })
    const keys = vi.mocked(createNft).mock.calls.map(([, key]) => key)
    expect(keys[0]).not.toBe(keys[1])
  })

  it('makes no second work of an artwork when the first try made one, also when its key is forgotten', async () => {
    const publisher = new NftPublisher()
    vi.mocked(createNft).mockRejectedValueOnce(new Error('the answer was lost'))
    await expect(publish(publisher)).rejects.toBeInstanceOf(PublishError)
    vi.mocked(findNftOfFile).mockResolvedValue({ id: '7' } as Nft)
    expect(await publish(publisher, { royalty: 6 })).toEqual({ id: '7' })
    expect(findNftOfFile).toHaveBeenLastCalledWith('id of art.png')
    expect(createNft).toHaveBeenCalledTimes(1)
  })

  it('finds the work of a first try that ended only after it was looked for', async () => {
    const publisher = new NftPublisher()
    vi.mocked(createNft).mockRejectedValueOnce(new Error('the answer was lost'))
    await expect(publish(publisher)).rejects.toBeInstanceOf(PublishError)
    vi.mocked(createNft).mockRejectedValueOnce(new ApiError(422, { code: 'idempotency_mismatch' }))
    vi.mocked(findNftOfFile)
      .mockResolvedValueOnce(undefined)
      .mockResolvedValueOnce({ id: '7' } as Nft)
    expect(await publish(publisher, { royalty: 6 })).toEqual({ id: '7' })
  })

  it('uploads a file once that is chosen once more', async () => {
    const publisher = new NftPublisher()
    const nftFile = new File(['art'], 'art.png', { lastModified: values.nftFile.lastModified })
    await publish(publisher)
    await publish(publisher, { nftFile })
    expect(uploadFile).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['name', { name: 'Dawn' }],
    ['description', { description: 'A rose' }],
    ['bio', { bio: 'Of a garden' }],
    ['alternative text', { altText: 'A red flower' }],
    ['category', { category: '4' }],
    ['chain', { chain: 'ETH' }],
    ['royalty', { royalty: 6 }],
    ['price', { price: '25' }],
    ['thumbnail', { thumbnail: new File(['other'], 'other.png') }],
  ] as [string, Partial<CreateValues>][])('knows a work that was made with another %s', async (_name, patch) => {
    const publisher = new NftPublisher()
    const { name, description, royalty } = values
    const nft = { name, description, royalty, bio: null, alt_text: 'Night Bloom, image', category: 3, chain: 'POLYGON' }
    const made = { ...nft, thumbnail: 'id of thumb.png' } as Nft
    await publish(publisher)
    expect(publisher.isAsWanted(made, values)).toBe(true)
    await publish(publisher, patch)
    expect(publisher.isAsWanted(made, { ...values, ...patch })).toBe(false)
  })

  it('sends each file once and one key when it runs twice at once', async () => {
    const publisher = new NftPublisher()
    await Promise.all([publish(publisher), publish(publisher)])
    expect(uploadFile).toHaveBeenCalledTimes(2)
    const keys = vi.mocked(createNft).mock.calls.map(([, key]) => key)
    expect(new Set(keys).size).toBe(1)
  })

  it('sends nothing under a key that is not kept yet: a reload right after must find it', async () => {
    let endKeeping = () => {}
    const keep = vi.fn<(memory: PublishMemory) => Promise<void>>(async ({ sent }) => {
      if (sent) await new Promise<void>((resolve) => (endKeeping = resolve))
    })
    const publishing = publish(new NftPublisher(keep))
    const isKept = () => expect(keep).toHaveBeenCalledWith(expect.objectContaining({ sent: expect.anything() }))
    await vi.waitFor(isKept, { timeout: 30_000 })
    expect(createNft).not.toHaveBeenCalled()
    endKeeping()
    await publishing
    expect(createNft).toHaveBeenCalledTimes(1)
  })

  it('saves and makes nothing once it is cancelled, and goes on at the next try', async () => {
    const publisher = new NftPublisher()
    const cancelled = new AbortController()
    vi.mocked(compressThumbnail).mockImplementationOnce(async (file) => {
      cancelled.abort()
      return file
    })
    const options = { onProgress: () => undefined, signal: cancelled.signal }
    await expect(publisher.publish(values, options)).rejects.toHaveProperty('name', 'AbortError')
    expect(saveFileMetadata).not.toHaveBeenCalled()
    expect(createNft).not.toHaveBeenCalled()
    await publish(publisher)
    expect(createNft).toHaveBeenCalledOnce()
  })

  it('says which step failed', async () => {
    vi.mocked(saveFileMetadata).mockRejectedValueOnce(new Error('down'))
    await expect(publish(new NftPublisher())).rejects.toMatchObject({ step: 'metadata' })
  })
})
