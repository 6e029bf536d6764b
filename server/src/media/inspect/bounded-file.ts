import { type FileHandle, open } from 'node:fs/promises'
import { FileTokenizer } from 'strtok3'

/** More than a cover picture takes, or the sample table of 100 MB of video. */
const MAX_BUFFER_BYTES = 12 * 1024 * 1024
/** The least that a file may have read of it, and how many bytes of it allow one piece more: pages of Ogg have three each. */
const LEAST_READS = 5_000
const BYTES_PER_READ = 400

/** Reads a file for a parser that follows the sizes which the file declares: no piece is too long, and the pieces are not too many. */
class BoundedFile extends FileTokenizer {
  readonly #sizeBytes: number
  #readsLeft: number

  constructor(handle: FileHandle, fileInfo: { size: number; mimeType: string }) {
    super(handle, { fileInfo, maxBufferSize: MAX_BUFFER_BYTES })
    this.#sizeBytes = fileInfo.size
    this.#readsLeft = LEAST_READS + fileInfo.size / BYTES_PER_READ
  }

  get isAtEnd(): boolean {
    return this.position >= this.#sizeBytes
  }

  override readBuffer(...piece: Parameters<FileTokenizer['readBuffer']>): Promise<number> {
    this.#countRead()
    return super.readBuffer(...piece)
  }

  override peekBuffer(...piece: Parameters<FileTokenizer['peekBuffer']>): Promise<number> {
    this.#countRead()
    return super.peekBuffer(...piece)
  }

  /** A recording that was streamed declares a cluster of unknown size, which is a number beyond all others. */
  override ignore(length: number): Promise<number> {
    return super.ignore(Math.min(length, Math.max(0, this.#sizeBytes - this.position)))
  }

  #countRead(): void {
    if (--this.#readsLeft < 0) throw new RangeError('too many pieces')
  }
}

export async function withBoundedFile<T>(
  { path, sizeBytes, mimeType }: { path: string; sizeBytes: number; mimeType: string },
  work: (file: BoundedFile) => Promise<T>,
): Promise<T> {
  const file = new BoundedFile(await open(path), { size: sizeBytes, mimeType })
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
