// Makes the files of the demo again: `node scripts/demo-art/make.ts [pictures] [people] [photos] [song] [model]`, all
// without a word. The song needs ffmpeg; the video was recorded once.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { createDice, type Drawing, type Style, toSvg } from './canvas.ts'
import { composeSong } from './compose-song.ts'
import { aurora, dunes, flow, petals } from './landscapes.ts'
import { modelKnot } from './model-knot.ts'
import { PEOPLE } from './people.ts'
import { portraitAtDawn } from './photos/dawn-portrait.ts'
import { photograph } from './photos/mei.ts'
import { paletteOf } from './palettes.ts'
import { blocks, portrait, rings, tiles } from './patterns.ts'
import { sculpture } from './sculpture.ts'

const MEDIA = join(import.meta.dirname, '../../server/src/embedded/demo/media')
const STYLES: Record<string, Style> = { aurora, blocks, dunes, flow, petals, portrait, rings, sculpture, tiles }
const SIDE_PX = 1200
/** A drawing has 800 units a side. */
const DENSITY_DPI = 108
/** Fine lines weigh most, and hide most. */
const QUALITIES: Record<string, number> = { rings: 42, flow: 44, blocks: 62, tiles: 74 }
const FINE_SIDE_PX = 960
const QUALITY = 80
const KNOT_PALETTE = 9

/** A photo has its own plan (photos/mei.ts). */
type Picture = { picture: string; style: string; palette?: number; seed?: number }

/** A drawing that is wider than high is a cover, of which the middle is seen. */
const COVER = { width: 1500, height: 500 }
const PORTRAIT_PX = 512
/** Of fine lines, as above. */
const FINE_PORTRAIT = { side: 400, quality: 60 }
const FINE = new Set(['tomas', 'ilya'])
const PHOTO_PX = 1000
const PHOTO_QUALITY = 74
const COVER_QUALITY = 40

const pictures: Picture[] = JSON.parse(readFileSync(join(import.meta.dirname, 'pictures.json'), 'utf8'))
const isPhoto = ({ style }: Picture) => style === 'photo'
const drawn = (drawing: Drawing, density = DENSITY_DPI) => sharp(Buffer.from(toSvg(drawing)), { density })
const webp = (picture: Sharp, quality: number, name: string) =>
  picture.webp({ quality, effort: 6, smartSubsample: true }).toFile(join(MEDIA, name))

async function drawPictures(): Promise<void> {
  for (const { picture, style, palette = 0, seed = 0 } of pictures.filter((one) => !isPhoto(one))) {
    const drawing = (STYLES[style] as Style)(createDice(seed), paletteOf(palette))
    const side = style === 'rings' || style === 'flow' ? FINE_SIDE_PX : SIDE_PX
    await webp(drawn(drawing).resize(side, side), QUALITIES[style] ?? QUALITY, picture)
  }
}

async function drawPeople(): Promise<void> {
  for (const [name, { portrait, cover }] of Object.entries(PEOPLE)) {
    const { side, quality } = FINE.has(name) ? FINE_PORTRAIT : { side: PORTRAIT_PX, quality: QUALITY }
    await webp(drawn(portrait()).resize(side, side), quality, `${name}-portrait.webp`)
    const square = await drawn(cover(), (DENSITY_DPI * COVER.width) / SIDE_PX).toBuffer()
    await webp(sharp(square).resize({ ...COVER, fit: 'cover' }), COVER_QUALITY, `${name}-cover.webp`)
  }
}

/** Some minutes: each is computed. */
async function takePhotos(): Promise<void> {
  for (const { picture } of pictures.filter(isPhoto)) {
    await webp(photograph(picture.replace('.webp', ''), PHOTO_PX, PHOTO_PX), PHOTO_QUALITY, picture)
  }
  await webp(photograph('far-ridge', COVER.width, COVER.height), PHOTO_QUALITY, 'mei-cover.webp')
  await webp(await portraitAtDawn(join(MEDIA, 'second-sunrise.webp'), PORTRAIT_PX), QUALITY, 'mei-portrait.webp')
}

function recordSong(): void {
  const wav = join(MEDIA, 'song.wav')
  writeFileSync(wav, composeSong())
  const encoding = ['-c:a', 'libmp3lame', '-b:a', '96k', '-map_metadata', '-1', '-id3v2_version', '0']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...encoding, join(MEDIA, 'vinyl-echo.mp3')])
  rmSync(wav)
}

const WORK: Record<string, () => Promise<void> | void> = {
  pictures: drawPictures,
  people: drawPeople,
  photos: takePhotos,
  song: recordSong,
  model: () => writeFileSync(join(MEDIA, 'knot.glb'), modelKnot(paletteOf(KNOT_PALETTE))),
}
const chosen = process.argv.slice(2)
for (const [name, work] of Object.entries(WORK)) if (chosen.length === 0 || chosen.includes(name)) await work()
