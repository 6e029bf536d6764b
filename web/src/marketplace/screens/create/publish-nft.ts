import type { Body } from '@verso/protocol/endpoints'
import type { Nft } from '@verso/protocol/nfts'
import { createNft } from '../../../api/nfts/nft-changes.ts'
import { type FileMetadata, saveFileMetadata, uploadFile } from '../../../api/files.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newIdempotencyKey } from '../../../api/client.ts'
import { findNftOfFile } from '../../../api/nfts/find-nft.ts'
import { compressThumbnail } from './files/compress-thumbnail.ts'
import type { CreateValues } from './create-schema.ts'
import { fingerprintOf, type PublishMemory } from './draft/draft-files.ts'
import { PublishError, type PublishProgress, type Step } from './publish-progress.ts'

type PublishOptions = { onProgress: (progress: PublishProgress) => void; signal: AbortSignal }

/**
 * The four calls in their order (docs/rules.md R63): artwork, thumbnail, metadata, NFT. What was done is remembered, so that another
 * try after a failed step, also after a reload, uploads nothing twice and mints once.
 */
export class NftPublisher {
  // Uploads by the file that was chosen: another file is another upload, and two runs at once share one.
  private readonly uploads = new Map<File, Promise<string>>()
  private savedMetadata = ''
  private memory: PublishMemory = {}
  private readonly keep: (memory: PublishMemory) => Promise<void>

  constructor(keep: (memory: PublishMemory) => Promise<void> = async () => undefined) {
    this.keep = keep
  }

  /** Goes on where the last visit's publication was. */
  resume(memory: PublishMemory): void {
    this.memory = memory
  }

  private remember(done: PublishMemory): Promise<void> {
    this.memory = { ...this.memory, ...done }
    return this.keep(this.memory)
  }

  async publish(values: CreateValues, options: PublishOptions): Promise<Nft> {
    const { signal } = options
    const file = await run('artwork', signal, () => this.upload('artwork', values.nftFile, options))
    await this.remember({ nftFile: { of: fingerprintOf(values.nftFile), id: file } })
    const thumbnail = await run('thumbnail', signal, () => this.upload('thumbnail', values.thumbnail, options))
    await this.remember({ thumbnail: { of: fingerprintOf(values.thumbnail), id: thumbnail } })
    try {
      options.onProgress({ step: 'metadata', percent: null, bytesPerSecond: null })
      await run('metadata', signal, () => this.save(file, metadataOf(values)))
      options.onProgress({ step: 'nft', percent: null, bytesPerSecond: null })
      return await run('nft', signal, () => this.create(bodyOf(values, file, thumbnail)))
    } catch (error) {
      if (isOfFiles((error as Error).cause)) await this.forgetUploads()
      throw error
    }
  }

  /** The next try uploads both files again. */
  private forgetUploads(): Promise<void> {
    this.uploads.clear()
    return this.remember({ nftFile: undefined, thumbnail: undefined })
  }

  private upload(step: 'artwork' | 'thumbnail', file: File, options: PublishOptions): Promise<string> {
    const known = this.uploads.get(file)
    if (known) return known
    // After a reload, or chosen once more, the same file is another object.
    const uploaded = this.memory[step === 'artwork' ? 'nftFile' : 'thumbnail']
    if (uploaded?.of === fingerprintOf(file)) return Promise.resolve(uploaded.id)
    const upload = this.send(step, file, options)
    this.uploads.set(file, upload)
    upload.catch(() => this.uploads.delete(file))
    return upload
  }

  private async send(step: Step, file: File, { onProgress, signal }: PublishOptions): Promise<string> {
    onProgress({ step, percent: 0, bytesPerSecond: null })
    const small = step === 'thumbnail' ? await compressThumbnail(file, signal) : file
    const startMs = performance.now()
    const tell = (percent: number) => {
      const seconds = (performance.now() - startMs) / 1000
      const bytesPerSecond = seconds > 0.5 ? (small.size * percent) / 100 / seconds : null
      onProgress({ step, percent, bytesPerSecond })
    }
    return (await uploadFile(small, { onProgress: tell, signal })).id
  }

  private async save(fileId: string, metadata: FileMetadata): Promise<void> {
    const wanted = JSON.stringify([fileId, metadata])
    if (wanted === this.savedMetadata) return
    await saveFileMetadata(fileId, metadata)
    this.savedMetadata = wanted
  }

  /**
   * One key per artwork, also when other fields have changed since: the first call may have succeeded, and another key
   * would pay for a second NFT. The server forgets keys after a day, so it is asked for the NFT first.
   */
  private async create(body: Body<'POST /api/nfts/'>): Promise<Nft> {
    const { sent } = this.memory
    const isRepeated = sent?.file === body.file
    const idempotencyKey = isRepeated ? sent.idempotencyKey : newIdempotencyKey()
    // The key is stored first: a reload during the call repeats it with the same key.
    await this.remember({ sent: { file: body.file, idempotencyKey } })
    const before = isRepeated && (await findNftOfFile(body.file))
    if (before) return before
    try {
      return await createNft(body, idempotencyKey)
    } catch (error) {
      // The first call ended only now, and with another body.
      const first =
        error instanceof ApiError && error.code === 'idempotency_mismatch' && (await findNftOfFile(body.file))
      if (first) return first
      throw error
    }
  }

  /** Whether this is the NFT that these values ask for: it may have been made with those of an earlier try. */
  isAsWanted(nft: Nft, values: CreateValues): boolean {
    return (
      nft.name === values.name &&
      nft.description === values.description &&
      (nft.bio ?? '') === values.bio &&
      // Without one of the member's own the server makes one.
      (!values.altText || nft.alt_text === values.altText) &&
      nft.category === Number(values.category) &&
      nft.chain === values.chain &&
      nft.royalty === values.royalty &&
      (nft.latest_listing?.price ?? null) === (values.price ? Number(values.price) : null) &&
      nft.thumbnail === this.memory.thumbnail?.id
    )
  }
}

/** The server has deleted an upload that nothing was made of for days, or refuses what it is. */
const isOfFiles = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || error.errors.some((one) => typeof one === 'object' && ('file' in one || 'thumbnail' in one)))

/** A step begins only while the creator has not cancelled. */
async function run<T>(step: Step, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  try {
    return await work()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new PublishError(step, error)
  }
}

const metadataOf = ({ name, description, bio, altText }: CreateValues): FileMetadata => ({
  name,
  description,
  bio: bio || undefined,
  alt_text: altText || undefined,
})

/** `cashback_value` is the royalty times 100: basis points (docs/rules.md R65). */
const bodyOf = (values: CreateValues, file: string, thumbnail: string): Body<'POST /api/nfts/'> => ({
  category: Number(values.category),
  chain: values.chain,
  file,
  thumbnail,
  royalty: values.royalty,
  cashback_value: Math.round(values.royalty * 100),
  ...(values.price && { price: values.price }),
})
