import { createHash } from 'node:crypto'
import { Readable, pipeline } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { BackupTarget } from './backup-target.ts'
import { DamagedPart, newSalt, seal, unseal, WrongBackupKey } from './sealed-stream.ts'

/** The size and hash that a part's sealed bytes must have, as the manifest says, which is sealed too. */
export const partSchema = z.object({
  name: z.string().regex(/^[\w][\w./-]*$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
})
export type Part = z.output<typeof partSchema>

/** The place of a backup and what it is encrypted with. */
export type BackupAccess = { target: BackupTarget; key: Buffer; random: { bytes(size: number): Buffer } }

export async function writePart(
  { target, key, random }: BackupAccess,
  name: string,
  source: AsyncIterable<Buffer>,
): Promise<Part> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* () {
    for await (const piece of seal(source, { key, name, salt: newSalt(random) })) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  await target.put(name, Readable.from(counted(), { objectMode: false }))
  return { name, bytes, sha256: hash.digest('hex') }
}

/**
 * The bytes of a part, checked as they are read: all of them count only once the end is reached.
 * @throws DamagedPart
 */
export async function* readPart({ target, key }: Omit<BackupAccess, 'random'>, part: Part): AsyncGenerator<Buffer> {
  const stored = await target.get(part.name)
  if (!stored) throw new DamagedPart(`${part.name} is missing`)
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const piece of stored as AsyncIterable<Buffer>) {
      hash.update(piece)
      yield piece
    }
    if (hash.digest('hex') !== part.sha256) throw new DamagedPart(`${part.name} is damaged or cut off`)
  }
  try {
    yield* unseal(hashed(), { key, name: part.name })
  } catch (error) {
    // Its manifest opened with this key.
    throw error instanceof WrongBackupKey ? new DamagedPart(`${part.name} is damaged`) : error
  } finally {
    stored.destroy()
  }
}

/** Text and rows become a fifth; members' files are compressed already. */
export const compress = (source: Readable): Readable => pipeline(source, createZstdCompress(), () => undefined)

export const decompress = (source: AsyncIterable<Buffer>): Readable =>
  pipeline(Readable.from(source, { objectMode: false }), createZstdDecompress(), () => undefined)
