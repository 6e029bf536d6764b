import type { Readable } from 'node:stream'

export type ByteRange = { start: number; end: number }

/** A store of file bytes. Keys are content hashes or uuids with folders; an object never changes once it is put. */
export type Storage = {
  name: 'disk' | 's3'
  /** Stores the stream under `key`; nothing stays behind when it breaks. */
  put(key: string, body: Readable | Buffer, options: { mime: string; sizeBytes?: number }): Promise<void>
  /** The same with a file of ours, which may be gone afterwards: where it can be, it is moved instead of copied. */
  putFile(key: string, path: string, options: { mime: string }): Promise<void>
  /** @returns undefined when there is no such object */
  get(key: string, range?: ByteRange): Promise<{ body: Readable; sizeBytes: number } | undefined>
  size(key: string): Promise<number | undefined>
  delete(key: string): Promise<void>
  check(): Promise<void>
}
