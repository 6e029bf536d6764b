import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { z } from 'zod'
import type { Storage } from '../gateways/storage/storage.ts'
import { listBackups, type Manifest, readManifest, UnusableBackup } from './manifest.ts'
import { type BackupAccess, compress, decompress, type Part, readPart, writePart } from './parts.ts'
import { DamagedPart } from './sealed-stream.ts'

/** Small files lie behind one another in packs: a hundred thousand of their own would take longer than their bytes do. */
const PACK_BYTES = 256 * 1024 * 1024
/** Read ahead, at once, so that a store with slow answers does not set the pace. */
const AHEAD = 16
export const SMALL_BYTES = 4 * 1024 * 1024

const entrySchema = z.object({
  key: z.string(),
  pack: z.string(),
  offset: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
})
export type FileEntry = z.output<typeof entrySchema>
/** The files that lie in whole packs already. */
type Earlier = { known: ReadonlyMap<string, FileEntry>; packs: Part[] }
type Files = Pick<Manifest, 'files' | 'packs'>

/**
 * The bytes of every file that the snapshot has a row of. What an earlier backup holds is named, not copied: an object
 * never changes once it is stored.
 */
export async function packFiles(
  access: BackupAccess,
  client: pg.Client,
  options: { storage: Storage; id: string; earlier: Earlier },
): Promise<Files> {
  const { storage, id, earlier } = options
  const { known, packs: earlierPacks } = earlier
  const keys = await listKeys(client)
  const isNew = (key: string) => !known.has(key)
  const added: FileEntry[] = []
  const missing: string[] = []
  const packs: Part[] = []
  const reading = readObjects(storage, keys.filter(isNew), missing)
  for (let found = await reading.next(); !found.done; ) {
    const pack = `packs/${id}-${packs.length + 1}`
    const first = found.value
    packs.push(
      await writePart(
        access,
        pack,
        (async function* () {
          let offset = 0
          for (let next: Stored | undefined = first; next; next = found.done ? undefined : found.value) {
            const hash = createHash('sha256')
            let bytes = 0
            for await (const piece of next.body) {
              hash.update(piece)
              bytes += piece.length
              yield piece
            }
            added.push({ key: next.key, pack, offset, bytes, sha256: hash.digest('hex') })
            offset += bytes
            found = await reading.next()
            if (offset >= PACK_BYTES) return
          }
        })(),
      ),
    )
  }
  const entries = [...keys.flatMap((key) => known.get(key) ?? []), ...added]
  const named = new Set(entries.map(({ pack }) => pack))
  const index = await writePart(access, `${id}/files`, compress(Readable.from(linesOf(entries), { objectMode: false })))
  return {
    files: { index, count: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0), missing },
    packs: [...earlierPacks.filter(({ name }) => named.has(name)), ...packs],
  }
}

/**
 * The files and packs of the newest backup that can be read.
 * @throws UnusableBackup where none can, and one was made with another key: a place has one key
 */
export async function findEarlier(access: BackupAccess, warn: (text: string) => void): Promise<Earlier> {
  const unusable: UnusableBackup[] = []
  let earlier: Earlier | undefined
  for (const id of (await listBackups(access)).reverse()) {
    try {
      earlier = await findKnown(access, id)
      break
    } catch (error) {
      if (!(error instanceof UnusableBackup)) throw error
      unusable.push(error)
    }
  }
  const ofOtherKey = unusable.find(({ isOfOtherKey }) => isOfOtherKey)
  if (!earlier && ofOtherKey) throw ofOtherKey
  for (const { message } of unusable) warn(`${message} What no other backup has of its files is copied again.`)
  return earlier ?? { known: new Map(), packs: [] }
}

/** The files of a pack that is lost or cut off do not count as known: they are copied again. */
async function findKnown(access: BackupAccess, id: string): Promise<Earlier> {
  const manifest = await readManifest(access, id)
  const packs: Part[] = []
  for (const pack of manifest.packs) if ((await access.target.size(pack.name)) === pack.bytes) packs.push(pack)
  const whole = new Set(packs.map(({ name }) => name))
  const known = new Map<string, FileEntry>()
  try {
    for await (const entry of readIndex(access, manifest.files.index))
      if (whole.has(entry.pack)) known.set(entry.key, entry)
  } catch (error) {
    if (!(error instanceof DamagedPart)) throw error
    throw new UnusableBackup(`The backup ${id} in ${access.target.place} cannot be used: ${error.message}.`)
  }
  return { known, packs }
}

/** The files of a backup, in the order in which they lie in its packs. */
export async function* readIndex(access: Omit<BackupAccess, 'random'>, index: Part): AsyncGenerator<FileEntry> {
  for await (const line of createInterface({ input: decompress(readPart(access, index)) }))
    yield entrySchema.parse(JSON.parse(line))
}

async function listKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    'select storage_key as key from files union select storage_key from file_variants order by key',
  )
  return rows.map(({ key }) => key)
}

type Stored = { key: string; body: AsyncIterable<Buffer> }

async function* readObjects(storage: Storage, keys: string[], missing: string[]): AsyncGenerator<Stored> {
  for (let at = 0; at < keys.length; at += AHEAD) {
    const ahead = await Promise.all(keys.slice(at, at + AHEAD).map((key) => readObject(storage, key)))
    for (const [index, body] of ahead.entries()) {
      const key = keys[at + index] as string
      if (body === 'missing') missing.push(key)
      else yield { key, body: Buffer.isBuffer(body) ? Readable.from([body]) : await streamOf(storage, key) }
    }
  }
}

/** A large one is read when its turn comes. */
async function readObject(storage: Storage, key: string): Promise<Buffer | 'large' | 'missing'> {
  const bytes = await storage.size(key)
  if (bytes === undefined) return 'missing'
  if (bytes > SMALL_BYTES) return 'large'
  return buffer(await streamOf(storage, key))
}

async function streamOf(storage: Storage, key: string): Promise<Readable> {
  const stored = await storage.get(key)
  if (!stored) throw new Error(`the file ${key} was deleted while it was backed up`)
  return stored.body
}

function* linesOf(entries: FileEntry[]): Generator<Buffer> {
  for (const entry of entries) yield Buffer.from(`${JSON.stringify(entry)}\n`)
}
