import { beforeEach, describe, expect, it, vi } from 'vitest'
import { saveFileMetadata, uploadFile } from '../../../api/files.ts'
import { createNft } from '../../../api/nft-changes.ts'
import type { CreateValues } from './create-schema.ts'
import type { PublishMemory } from './draft-files.ts'
import { NftPublisher, PublishError } from './publish-nft.ts'

vi.mock('../../../api/files.ts', () => ({ uploadFile: vi.fn(), saveFileMetadata: vi.fn() }))
vi.mock('../../../api/nft-changes.ts', () => ({ createNft: vi.fn() }))
vi.mock('./compress-thumbnail.ts', () => ({ compressThumbnail: async (file: File) => file }))

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
} as CreateValues

const publish = (publisher: NftPublisher, patch: Partial<CreateValues> = {}) =>
  publisher.publish({ ...values, ...patch }, { onProgress: () => undefined, signal: new AbortController().signal })

beforeEach(() => {
  vi.resetAllMocks()
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
    publisher.resume(reloaded, memory)
    await publish(publisher, reloaded)
    expect(uploadFile).toHaveBeenCalledTimes(2)
    const keys = vi.mocked(createNft).mock.calls.map(([, key]) => key)
    expect(keys[0]).toBe(keys[1])
    // A file that was chosen since is not taken for the one that was uploaded.
    const other = { ...reloaded, nftFile: again(values.nftFile, 'other art') }
    const later = new NftPublisher()
    later.resume(other, memory)
    await publish(later, other)
    expect(uploadFile).toHaveBeenCalledTimes(3)
  })

  it('takes another key for another NFT and uploads another file', async () => {
    const publisher = new NftPublisher()
    vi.mocked(createNft).mockRejectedValueOnce(new Error('down'))
    await expect(publish(publisher)).rejects.toBeInstanceOf(PublishError)
    await publish(publisher, { royalty: 6, thumbnail: new File(['other'], 'other.png') })
    expect(uploadFile).toHaveBeenCalledTimes(3)
    const keys = vi.mocked(createNft).mock.calls.map(([, key]) => key)
    expect(keys[0]).not.toBe(keys[1])
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
    await vi.waitFor(() => expect(keep).toHaveBeenCalledWith(expect.objectContaining({ sent: expect.anything() })))
    expect(createNft).not.toHaveBeenCalled()
    endKeeping()
    await publishing
    expect(createNft).toHaveBeenCalledTimes(1)
  })

  it('says which step failed', async () => {
    vi.mocked(saveFileMetadata).mockRejectedValueOnce(new Error('down'))
    await expect(publish(new NftPublisher())).rejects.toMatchObject({ step: 'metadata' })
  })
})
