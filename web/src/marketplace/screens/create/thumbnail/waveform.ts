import { drawPicture } from './draw-picture.ts'
import { drawWaveform, type WaveLook } from './draw-waveform.ts'

const SIDE_PX = 1200
/** Enough for the shape of a sound; the browser brings it down to this. */
const SAMPLE_RATE = 8_000
/** A sound is read whole into memory: of a long one its beginning, ten times as large when it is packed. */
const PACKED_MAX_BYTES = 4 * 1024 * 1024
const PLAIN_MAX_BYTES = 40 * 1024 * 1024

/** How loud a sound is from its beginning to its end: `count` values from 0 to 1, the loudest is 1. */
export async function readLoudness(file: File, count: number): Promise<number[]> {
  const maxBytes = file.type === 'audio/wav' ? PLAIN_MAX_BYTES : PACKED_MAX_BYTES
  const bytes = await file.slice(0, maxBytes).arrayBuffer()
  const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes)
  return loudnessOf(sound.getChannelData(0), count)
}

export function loudnessOf(samples: Float32Array, count: number): number[] {
  const values = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * samples.length) / count)
    const part = samples.subarray(from, Math.max(from + 1, Math.floor(((index + 1) * samples.length) / count)))
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / Math.max(1, part.length))
  })
  const loudest = Math.max(...values)
  return values.map((value) => (loudest > 0 ? value / loudest : 0))
}

export const LOUDNESS_COUNT = 72
/** The interface's own accent. */
export const FIRST_LOOK: WaveLook = { shape: 'bars', hue: 70 }

export const pictureOfSound = (artwork: File, loudness: readonly number[], look: WaveLook): Promise<File> =>
  drawPicture(artwork, { width: SIDE_PX, height: SIDE_PX }, (context) => drawWaveform(context, loudness, look))

export const takeWaveform = async (artwork: File): Promise<File> =>
  pictureOfSound(artwork, await readLoudness(artwork, LOUDNESS_COUNT), FIRST_LOOK)
