import type { FileEnding } from '../file-types.ts'
import { detectEnding } from './detect-ending.ts'
import { inspectGlb } from './inspect-glb.ts'
import { inspectMp3 } from './inspect-mp3.ts'
import { inspectMp4 } from './inspect-mp4.ts'
import { inspectOgg } from './inspect-ogg.ts'
import { inspectRaster } from './inspect-raster.ts'
import { inspectWav } from './inspect-wav.ts'
import { inspectWebm } from './inspect-webm.ts'
import { unsupportedFile } from './rejected-file.ts'
import { sanitiseSvg } from './sanitise-svg.ts'

export type Inspected = {
  ending: FileEnding
  width?: number
  height?: number
  durationMs?: number
  /** Bytes to keep instead of those that came: the sanitised copy of an SVG. */
  replacement?: Buffer
}
export type Quarantined = { path: string; sizeBytes: number }
type Inspector = (file: Quarantined, ending: FileEnding) => Promise<Omit<Inspected, 'ending'>>

const INSPECTORS: Partial<Record<FileEnding, Inspector>> = {
  jpg: inspectRaster,
  png: inspectRaster,
  gif: inspectRaster,
  svg: sanitiseSvg,
  mp4: inspectMp4,
  webm: inspectWebm,
  mp3: inspectMp3,
  wav: inspectWav,
  ogg: inspectOgg,
  glb: inspectGlb,
}

/**
 * Accepts a file when its first bytes and a decoder or container parser agree on one of the specified types (spec §5).
 * @throws AppError unsupported_media_type
 */
export async function inspectFile(file: Quarantined): Promise<Inspected> {
  const ending = await detectEnding(file.path)
  const inspect = ending && INSPECTORS[ending]
  if (!ending || !inspect) throw unsupportedFile()
  return { ending, ...(await inspect(file, ending)) }
}
