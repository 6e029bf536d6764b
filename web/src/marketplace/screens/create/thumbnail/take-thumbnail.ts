import type { MediaType } from '@verso/protocol/files'
import { mediaKindOf } from './media-kind.ts'

const TAKERS: Record<MediaType, (artwork: File, maxBytes: number) => Promise<File>> = {
  image: async (artwork, maxBytes) => (await import('./still-picture.ts')).stillPicture(artwork, maxBytes),
  video: async (artwork) => (await import('./video-frames.ts')).takeGoodFrame(artwork),
  audio: async (artwork) => (await import('./waveform.ts')).takeWaveform(artwork),
  model: async (artwork) => (await import('./model-picture.ts')).takeModelPicture(artwork),
}

/** The thumbnail that an artwork brings along; none when nothing can be seen of it here, or none of at most `maxBytes`. */
export async function takeThumbnail(artwork: File, maxBytes: number): Promise<File | undefined> {
  try {
    const picture = await TAKERS[mediaKindOf(artwork)](artwork, maxBytes)
    return picture.size <= maxBytes ? picture : undefined
  } catch {
    return undefined
  }
}
