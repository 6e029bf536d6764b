import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { computeFileCid } from '../pinning/compute-file-cid.ts'
import { readLeaves } from '../pinning/read-leaves.ts'
import type { FileEnding } from '../../gateways/storage/file-types.ts'
import type { Found, Inspected, Quarantined } from '../../gateways/media/media-tasks.ts'
import { detectEnding } from './detect-ending.ts'
import { unsupportedFile } from './rejected-file.ts'

type Inspector = (file: Quarantined, ending: FileEnding) => Promise<Found>

// The libraries are large: each kind of file loads its own.
const inspectRaster: Inspector = async (file, ending) =>
  (await import('./inspect-raster.ts')).inspectRaster(file, ending)
const inspectPlayable: Inspector = async (file, ending) =>
  (await import('./inspect-playable.ts')).inspectPlayable(file, ending)
const inspectGlb: Inspector = async (file) => (await import('./inspect-glb.ts')).inspectGlb(file)
const INSPECTORS: Partial<Record<FileEnding, Inspector>> = {
  jpg: inspectRaster,
  png: inspectRaster,
  gif: inspectRaster,
  mp4: inspectPlayable,
  webm: inspectPlayable,
  mp3: inspectPlayable,
  wav: inspectPlayable,
  ogg: inspectPlayable,
  glb: inspectGlb,
}

/**
 * Accepts a file when its first bytes and a decoder or container parser agree on one of the accepted types (docs/rules.md R62). Runs in
 * the media process. A drawing is a task of its own (`inspectDrawing`), which gets less time.
 * @throws AppError unsupported_media_type
 */
export async function inspectUpload(file: Quarantined): Promise<Inspected | 'drawing'> {
  const ending = await detectEnding(file.path)
  if (ending === 'svg') return 'drawing'
  const inspect = ending && INSPECTORS[ending]
  if (!ending || !inspect) throw unsupportedFile()
  const found = await inspect(file, ending)
  return { ...found, ending, ...(await identify(found.replacementPath ?? file.path)) }
}

/** @throws AppError unsupported_media_type, too_large */
export async function inspectDrawing(file: Quarantined): Promise<Inspected> {
  const found = await (await import('./drawings/sanitise-svg.ts')).sanitiseSvg(file)
  return { ...found, ending: 'svg', ...(await identify(found.replacementPath)) }
}

/** Both hashes in one reading. */
async function identify(path: string): Promise<{ sha256: string; sizeBytes: number; cid: string }> {
  const hash = createHash('sha256')
  async function* read() {
    for await (const leaf of readLeaves(path)) {
      hash.update(leaf)
      yield leaf
    }
  }
  const cid = await computeFileCid(read())
  return { sha256: hash.digest('hex'), sizeBytes: (await stat(path)).size, cid }
}
