import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildMember } from '../build-member.ts'
import { multipartBody, samplePng } from '../build-nft.ts'
import { box, element, sampleMp3, sampleMp4, sampleOgg, sampleWav, sampleWebm } from '../sample-media.ts'
import { useTestApp } from '../test-app.ts'

const uint16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index)
  return bytes
}
/** A GIF whose frames are dots of one pixel, and claim these sizes. */
const gif = (width: number, height: number, frames: [width: number, height: number][]): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    uint16(width, height),
    Buffer.from('800000ff00000000ff', 'hex'),
    ...frames.map(([w, h]) =>
      Buffer.concat([Buffer.from(','), uint16(0, 0, w, h), Buffer.from('0002024c0100', 'hex')]),
    ),
    Buffer.from(';'),
  ])
const dots = (count: number) => Array.from({ length: count }, (): [number, number] => [1, 1])

const chunk = (type: string, ...values: number[]): Buffer => {
  const body = Buffer.alloc(4 + 4 * values.length)
  body.write(type)
  for (const [index, value] of values.entries()) body.writeUInt32BE(value, 4 + 4 * index)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const AFTER_IHDR = 33
async function apng(side: number, frames: number, frameSide = side): Promise<Buffer> {
  const png = await samplePng('red', side, side)
  const controls = Array.from({ length: frames }, (_, index) => chunk('fcTL', index, frameSide, frameSide, 0, 0, 0, 0))
  return Buffer.concat([png.subarray(0, AFTER_IHDR), chunk('acTL', frames, 0), ...controls, png.subarray(AFTER_IHDR)])
}

/** A film with one more track of pictures, which has these boxes. */
function mp4With(media: Buffer[], sampleTable: Buffer[] = []): Buffer {
  const tkhd = Buffer.alloc(84)
  tkhd.writeUInt32BE(1, 12)
  const hdlr = Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13)])
  const tables = box('minf', box('stbl', ...sampleTable))
  const track = box('trak', box('tkhd', tkhd), box('mdia', ...media, box('hdlr', hdlr), tables))
  const [ftyp, moov] = [sampleMp4().subarray(0, 24), sampleMp4().subarray(24)]
  const length = moov.readUInt32BE(0)
  return Buffer.concat([ftyp, box('moov', moov.subarray(8, length), track), moov.subarray(length)])
}
function mp4OfFrames(width: number, height: number): Buffer {
  const entry = Buffer.alloc(78)
  entry.writeUInt16BE(width, 24)
  entry.writeUInt16BE(height, 26)
  return mp4With([], [box('stsd', Buffer.from('0000000000000001', 'hex'), box('avc1', entry))])
}
/** At one picture a second. */
function mp4OfSeconds(seconds: number): Buffer {
  const mdhd = Buffer.alloc(24)
  mdhd.writeUInt32BE(1, 12)
  mdhd.writeUInt32BE(seconds, 16)
  return mp4With([box('mdhd', mdhd)])
}
const changed = (bytes: Buffer, change: (bytes: Buffer) => unknown): Buffer => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}
const webmOfFrames = (side: number): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(side)
  const video = element('e0', element('b0', size), element('ba', size))
  const track = [element('d7', Buffer.from([1])), element('83', Buffer.from([1])), element('86', Buffer.from('V_VP9'))]
  const head = sampleWebm().subarray(0, sampleWebm().indexOf(Buffer.from('18538067', 'hex')))
  return Buffer.concat([head, element('18538067', element('1654ae6b', element('ae', ...track, video)))])
}

const TOO_LARGE = /^The (picture|video) has more than 50 megapixels$/
const TOO_MANY = /^The animation has too many frames for its size$/
const TOO_LONG = /^The (sound|video) is longer than 24 hours$/
const refused: [what: string, why: RegExp, make: () => Buffer | Promise<Buffer>][] = [
  ['a GIF of 100 bytes on a screen of 65,535²', TOO_LARGE, () => gif(65_535, 65_535, dots(1))],
  [
    'a GIF with one frame of 65,535²',
    TOO_LARGE,
    () =>
      gif(1, 1, [
        [1, 1],
        [65_535, 65_535],
      ]),
  ],
  ['a GIF of 1,001 frames of a megapixel', TOO_MANY, () => gif(1_000, 1_000, dots(1_001))],
  ['an APNG of 1,001 frames of a megapixel', TOO_MANY, () => apng(1_000, 1_001)],
  ['an APNG with a frame of 10 gigapixels', TOO_LARGE, () => apng(10, 2, 100_000)],
  ['an MP4 of 65,535²', TOO_LARGE, () => mp4OfFrames(65_535, 65_535)],
  ['a WebM of 100,000²', TOO_LARGE, () => webmOfFrames(100_000)],
  ['an MP4 of 136 years', TOO_LONG, () => mp4OfSeconds(0xffff_fff0)],
  [
    'a WAV of 27 hours at one sample a second',
    TOO_LONG,
    () =>
      changed(sampleWav(100_000), (wav) => {
        wav.writeUInt32LE(1, 24)
        wav.writeUInt32LE(1, 28)
      }),
  ],
  [
    'an Ogg whose last page is in a million years',
    TOO_LONG,
    () =>
      changed(sampleOgg(), (ogg) => {
        ogg.writeUInt32LE(44_100, ogg.indexOf('vorbis') + 11)
        ogg.writeBigUInt64LE(2n ** 60n, ogg.lastIndexOf('OggS') + 6)
      }),
  ],
  [
    'an MP3 that says 4 billion frames',
    TOO_LONG,
    () => changed(sampleMp3(), (mp3) => mp3.write('Xing\0\0\0\u0003\xff\xff\xff\xff\0\0\u0010\0', 36, 'latin1')),
  ],
]
const taken: [what: string, make: () => Buffer | Promise<Buffer>][] = [
  ['a GIF of 1,000 frames of a megapixel', () => gif(1_000, 1_000, dots(1_000))],
  ['an APNG of 100 frames', () => apng(100, 100)],
  ['an MP4 of 8K', () => mp4OfFrames(7_680, 4_320)],
  ['a WebM of 8K', () => webmOfFrames(7_000)],
]

describe('a small file that claims to be huge', () => {
  const t = useTestApp()
  const upload = async (bytes: Buffer) => {
    const { payload, headers } = multipartBody({ bytes })
    return t.call('POST', '/api/files/', { token: (await buildMember(t)).tokens.access, body: payload, headers })
  }

  it.each(refused)('is refused: %s', async (_what, why, make) => {
    const { status, body } = await upload(await make())
    expect(body.errors).toEqual([{ file: [expect.stringMatching(why)] }])
    expect(status).toBe(415)
  })

  it.each(taken)('is taken up to the bounds: %s', async (_what, make) => {
    expect((await upload(await make())).body).toMatchObject({ data: { id: expect.any(String) } })
  })
})
