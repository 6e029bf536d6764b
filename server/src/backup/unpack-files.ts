import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { endingOf, FILE_TYPES } from '../gateways/storage/file-types.ts'
import type { Storage } from '../gateways/storage/storage.ts'
import type { Manifest } from './manifest.ts'
import { type FileEntry, readIndex, SMALL_BYTES } from './pack-files.ts'
import { type BackupAccess, type Part, readPart } from './parts.ts'
import { DamagedPart } from './sealed-stream.ts'

/** Stored at once: a disk that confirms each file writes many in the time of one. */
const AT_ONCE = 16

/** The files of a backup by the pack that they lie in, in their order. */
export async function groupByPack(access: BackupAccess, index: Part): Promise<Map<string, FileEntry[]>> {
  const byPack = new Map<string, FileEntry[]>()
  for await (const entry of readIndex(access, index)) {
    const entries = byPack.get(entry.pack)
    if (entries) entries.push(entry)
    else byPack.set(entry.pack, [entry])
  }
  for (const entries of byPack.values()) entries.sort((a, b) => a.offset - b.offset)
  return byPack
}

/**
 * Hands on each file of a pack, checked by its own hash; `take` reads its body to the end. The pack is read to its end too.
 * @throws DamagedPart
 */
export async function unpack(
  access: BackupAccess,
  { pack, entries }: { pack: Part; entries: FileEntry[] },
  take: (entry: FileEntry, body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = readPart(access, pack)
  let rest: Buffer = Buffer.alloc(0)
  let at = 0
  const next = async function* (bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (rest.length === 0) {
        const read = await source.next()
        if (read.done) throw new DamagedPart(`${pack.name} is cut off`)
        rest = read.value
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      at += piece.length
      yield piece
    }
  }
  const body = async function* ({ key, bytes, sha256 }: FileEntry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    for await (const piece of next(bytes)) {
      hash.update(piece)
      yield piece
    }
    if (hash.digest('hex') !== sha256) throw new DamagedPart(`${key} in ${pack.name} is damaged`)
  }
  for (const entry of entries) {
    // The bytes between belonged to files that are deleted by now.
    await drain(next(entry.offset - at))
    await take(entry, body(entry))
  }
  await drain(source)
}

/** Puts every file of a backup into the store; one that is there already has these bytes, as its key is their hash. */
export async function restoreFiles(access: BackupAccess, manifest: Manifest, storage: Storage): Promise<void> {
  const byPack = await groupByPack(access, manifest.files.index)
  for (const pack of manifest.packs) {
    const underWay = new Set<Promise<void>>()
    await unpack(access, { pack, entries: byPack.get(pack.name) ?? [] }, async (entry, body) => {
      if (entry.bytes > SMALL_BYTES) return store(storage, entry, Readable.from(body, { objectMode: false }))
      const put = store(storage, entry, await buffer(body))
      underWay.add(put)
      // A failure is met where it is awaited.
      void put.then(
        () => underWay.delete(put),
        () => undefined,
      )
      if (underWay.size >= AT_ONCE) await Promise.race(underWay)
    })
    await Promise.all(underWay)
  }
}

async function store(storage: Storage, { key, bytes }: FileEntry, body: Readable | Buffer): Promise<void> {
  if ((await storage.size(key)) === bytes) return Buffer.isBuffer(body) ? undefined : drain(body)
  const ending = endingOf(key)
  const mime = ending ? FILE_TYPES[ending].mime : 'application/octet-stream'
  await storage.put(key, body, { mime, sizeBytes: bytes })
}

export async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}
