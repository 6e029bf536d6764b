// Makes the files of the demo again: `node scripts/demo-art/make.ts`. The song needs ffmpeg; the video was recorded once.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createDice, type Style, toSvg } from './canvas.ts'
import { composeSong } from './compose-song.ts'
import { aurora, dunes, flow, petals } from './landscapes.ts'
import { modelKnot } from './model-knot.ts'
import { paletteOf } from './palettes.ts'
import { blocks, portrait, rings, tiles } from './patterns.ts'
import { sculpture } from './sculpture.ts'

const MEDIA = join(import.meta.dirname, '../../server/src/embedded/demo/media')
const STYLES: Record<string, Style> = { aurora, blocks, dunes, flow, petals, portrait, rings, sculpture, tiles }
const SIDE_PX = 1200
/** A drawing has 800 units a side. */
const DENSITY_DPI = 108
/** Fine lines weigh most, and hide most. */
const QUALITIES: Record<string, number> = { rings: 46, flow: 48, blocks: 62, tiles: 74 }
const QUALITY = 80
const KNOT_PALETTE = 9

type Picture = { picture: string; style: string; palette: number; seed: number }

async function drawPictures(): Promise<void> {
  const pictures: Picture[] = JSON.parse(readFileSync(join(import.meta.dirname, 'pictures.json'), 'utf8'))
  for (const { picture, style, palette, seed } of pictures) {
    const svg = toSvg((STYLES[style] as Style)(createDice(seed), paletteOf(palette)))
    await sharp(Buffer.from(svg), { density: DENSITY_DPI })
      .resize(SIDE_PX, SIDE_PX)
      .webp({ quality: QUALITIES[style] ?? QUALITY, effort: 6, smartSubsample: true })
      .toFile(join(MEDIA, picture))
  }
}

function recordSong(): void {
  const wav = join(MEDIA, 'song.wav')
  writeFileSync(wav, composeSong())
  const encoding = ['-c:a', 'libmp3lame', '-b:a', '96k', '-map_metadata', '-1', '-id3v2_version', '0']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...encoding, join(MEDIA, 'vinyl-echo.mp3')])
  rmSync(wav)
}

await drawPictures()
recordSong()
writeFileSync(join(MEDIA, 'knot.glb'), modelKnot(paletteOf(KNOT_PALETTE)))
