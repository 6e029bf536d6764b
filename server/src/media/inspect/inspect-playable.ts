import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { FILE_TYPES, type FileEnding } from '../../gateways/storage/file-types.ts'
import { withBoundedFile } from './bounded-file.ts'
import { MAX_PIXELS } from './max-pixels.ts'
import { unsupportedFile } from './rejected-file.ts'

/** The longest that 100 MB of the poorest sound can be; a file that claims more is false. */
const MAX_DURATION_MS = 24 * 60 * 60_000

type Parsed = { format: IAudioMetadata['format']; frames: number; isWhole: boolean }

/** Whether the parser has found enough, beyond that it did not give up. */
const IS_PLAYABLE: Partial<Record<FileEnding, (parsed: Parsed) => boolean>> = {
  mp4: ({ format, isWhole }) => format.hasVideo === true && isWhole,
  webm: ({ format }) => format.container === 'EBML/webm' && format.trackInfo.length > 0,
  // One frame alone may be any bytes; a chain of them is none by chance. Only a longer sound has a duration.
  mp3: ({ format, frames }) => /^MPEG .* Layer 3$/.test(format.codec ?? '') && (frames > 1 || !!format.duration),
  wav: ({ format }) => format.container === 'WAVE' && isLength(format.numberOfSamples),
  ogg: ({ format, isWhole }) => format.hasAudio === true && format.hasVideo !== true && isWhole,
}

const isLength = (count = 0): boolean => count > 0 && Number.isFinite(count)

/** Sound and video, by the headers of their container; nothing is decoded. */
export async function inspectPlayable(
  { path, sizeBytes }: { path: string; sizeBytes: number },
  ending: FileEnding,
): Promise<{ durationMs?: number }> {
  const { mime, mediaType } = FILE_TYPES[ending]
  const parsed = await withBoundedFile({ path, sizeBytes, mimeType: mime }, async (file) => {
    let frames = 0
    // An Ogg names its length on its last page, so all of its pages are looked at; others name it in their header.
    const { format, quality } = await parseFromTokenizer(file, {
      duration: ending === 'ogg',
      skipCovers: true,
      observer: ({ tag }) => void (frames += Number(tag.type === 'format' && tag.id === 'codec')),
    })
    return { format, frames, isWhole: file.isAtEnd || quality.warnings.length === 0 }
  }).catch(() => undefined)
  if (!parsed || !IS_PLAYABLE[ending]?.(parsed)) throw unsupportedFile(`The ${NOUNS[mediaType]} cannot be read`)
  if (isVast(parsed.format)) throw unsupportedFile('The video has more than 50 megapixels')
  const durationMs = durationOf(parsed.format)
  if (durationMs > MAX_DURATION_MS) throw unsupportedFile(`The ${NOUNS[mediaType]} is longer than 24 hours`)
  return durationMs > 0 ? { durationMs } : {}
}

/** Players make room for a whole frame before they know that there is none. */
const isVast = ({ trackInfo }: IAudioMetadata['format']): boolean =>
  trackInfo.some(({ video }) => (video?.pixelWidth ?? 0) * (video?.pixelHeight ?? 0) > MAX_PIXELS)

const NOUNS = { audio: 'sound', video: 'video', image: 'picture', model: 'model' } as const

/** 0 when it is not known. */
function durationOf({ duration, trackInfo }: IAudioMetadata['format']): number {
  const seconds = duration ?? Math.max(0, ...trackInfo.map((track) => track.duration ?? 0))
  return Number.isNaN(seconds) ? 0 : Math.round(seconds * 1_000)
}
