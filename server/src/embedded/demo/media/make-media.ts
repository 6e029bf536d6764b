import { readFile } from 'node:fs/promises'
import { paletteOf } from '../art/draw-artwork.ts'
import { composeSong } from './compose-song.ts'
import { modelKnot } from './model-knot.ts'

/** What a work of the catalogue is beside its picture. */
export type MediaName = 'song' | 'knot' | 'planet'

/** The bytes of a sound, model or video of the catalogue. The video was recorded once; the others are made by code. */
export async function makeMedia(
  media: MediaName,
  palette: number,
): Promise<{ bytes: Buffer; name: string; mime: string }> {
  switch (media) {
    case 'song':
      return { bytes: composeSong(), name: 'song.wav', mime: 'audio/wav' }
    case 'knot':
      return { bytes: modelKnot(paletteOf(palette)), name: 'knot.glb', mime: 'model/gltf-binary' }
    case 'planet':
      return {
        bytes: await readFile(new URL('./planet.webm', import.meta.url)),
        name: 'planet.webm',
        mime: 'video/webm',
      }
  }
}
