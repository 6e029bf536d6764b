import { THUMBNAIL_MAX_BYTES } from '@verso/protocol/limits'
import type { MediaType } from '@verso/protocol/files'
import { mediaKindOf } from './media-kind.ts'

const TAKERS: Record<MediaType, (artwork: File) => Promise<File>> = {
  image: async (artwork) => (await import('./still-picture.ts')).stillPicture(artwork),
  video: async (artwork) => (await import('./video-frames.ts')).takeGoodFrame(artwork),
  audio: async (artwork) => (await import('./waveform.ts')).takeWaveform(artwork),
  model: async (artwork) => (await import('./model-picture.ts')).takeModelPicture(artwork),
}

/** The thumbnail that an artwork brings along; none when nothing can be seen of it here. */
export async function takeThumbnail(artwork: File): Promise<File | undefined> {
  try {
    const picture = await TAKERS[mediaKindOf(artwork)](artwork)
    return picture.size <= THUMBNAIL_MAX_BYTES ? picture : undefined
  } catch {
    return undefined
  }
}
