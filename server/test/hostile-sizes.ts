import { box, element, oggPage, sampleMp3, sampleMp4, sampleWav, sampleWebm } from './sample-media.ts'

/** A name, and the bytes, which are made when they are sent. */
type HostileSize = [what: string, make: () => Buffer]
const MB = 1024 * 1024
const HUGE = 0xffff_fff0

/** The pattern again and again, up to this many bytes. */
const repeated = (pattern: Buffer, sizeBytes: number): Buffer =>
  Buffer.alloc(Math.floor(sizeBytes / pattern.length) * pattern.length, pattern)

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const chunk = (id: string, sizeBytes: number, body = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(8)
  head.write(id, 'latin1')
  head.writeUInt32LE(sizeBytes, 4)
  return Buffer.concat([head, body])
}
/** An ID3 tag of at most 256 MB; its sizes keep seven bits in each byte. */
const id3 = (body: Buffer, sizeBytes = body.length): Buffer =>
  Buffer.concat([
    Buffer.from('ID3\u0003\0\0', 'latin1'),
    Buffer.from([21, 14, 7, 0].map((shift) => (sizeBytes >> shift) & 0x7f)),
    body,
  ])

const MOOV_BYTES = 8
const boxInMoov = (inside: Buffer): Buffer => {
  const [ftyp, moov] = [sampleMp4().subarray(0, 24), sampleMp4().subarray(24)]
  const sizeBytes = moov.readUInt32BE(0)
  return Buffer.concat([ftyp, box('moov', moov.subarray(MOOV_BYTES, sizeBytes), inside), moov.subarray(sizeBytes)])
}
const track = (...boxes: Buffer[]): Buffer => box('trak', box('mdia', box('minf', box('stbl', ...boxes))))

function nested(type: string, depth: number): Buffer {
  const heads = Array.from({ length: depth }, (_, level) =>
    Buffer.concat([uint32(8 * (depth - level)), Buffer.from(type)]),
  )
  return Buffer.concat(heads)
}

const withinWebm = (inside: Buffer): Buffer => {
  const head = sampleWebm().subarray(0, sampleWebm().indexOf(Buffer.from('18538067', 'hex')))
  return Buffer.concat([head, element('18538067', inside)])
}
const headOfWav = (): Buffer => sampleWav().subarray(0, 36)
const wavOf = (chunks: Buffer): Buffer => Buffer.concat([headOfWav(), chunks, sampleWav().subarray(36)])
const listOf = (tags: Buffer): Buffer => chunk('LIST', tags.length + 4, Buffer.concat([Buffer.from('INFO'), tags]))
const oggOf = (): Buffer => oggPage(Buffer.concat([Buffer.from('OpusHead\u0001\u0001'), Buffer.alloc(9)]), 0)
const smallTag = (name: string): Buffer =>
  Buffer.concat([Buffer.from(name), uint32(2), Buffer.alloc(3), Buffer.from('a')])

function apeFooter(sizeBytes: number): Buffer {
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX')
  footer.writeUInt32LE(2_000, 8)
  footer.writeUInt32LE(sizeBytes, 12)
  footer.writeUInt32LE(HUGE, 16)
  return footer
}

/** Sound and video that declare sizes, counts or depths beyond what they have. */
export const declaredSizes: HostileSize[] = [
  ['an MP4 whose sample table says 4 billion', () => boxInMoov(track(box('stsz', uint32(0, 0, HUGE))))],
  ['an MP4 whose times table says 4 billion', () => boxInMoov(track(box('stts', uint32(0, HUGE))))],
  [
    'an MP4 with a box of 2^63 bytes',
    () => Buffer.concat([sampleMp4(), uint32(1), Buffer.from('free'), uint32(HUGE, 0)]),
  ],
  ['an MP4 with boxes 50,000 deep', () => boxInMoov(nested('moov', 50_000))],
  [
    'a WEBM with an element of 2^56 bytes',
    () => Buffer.concat([sampleWebm(), Buffer.from('ec01fffffffffffffe', 'hex')]),
  ],
  ['a WEBM whose title is 2 GB long', () => withinWebm(Buffer.from('7ba9107ffffff0', 'hex'))],
  ['a WAV whose data is 4 GB', () => Buffer.concat([headOfWav(), chunk('data', HUGE)])],
  ['a WAV whose tags are 4 GB', () => Buffer.concat([headOfWav(), chunk('LIST', HUGE, Buffer.from('INFO'))])],
  ['an MP3 whose tag is 256 MB', () => Buffer.concat([id3(Buffer.alloc(0), 0xfff_ffff), sampleMp3()])],
  ['an MP3 with an APE tag of 4 GB', () => Buffer.concat([sampleMp3(), apeFooter(HUGE)])],
  ['an OGG whose page is longer than the file', () => oggOf().subarray(0, -4)],
]

/** As many pieces as fit into an upload. */
export const manyPieces: HostileSize[] = [
  [
    'an MP4 with a sample table of 16 MB',
    () => boxInMoov(track(box('stsz', uint32(0, 0, 4 * MB), Buffer.alloc(16 * MB)))),
  ],
  ['a WAV of 90 MB of empty chunks', () => wavOf(repeated(chunk('junk', 0), 90 * MB))],
  ['an MP4 of 90 MB of empty boxes', () => Buffer.concat([sampleMp4(), repeated(box('free'), 90 * MB)])],
  [
    'a WEBM of 90 MB of empty elements',
    () => Buffer.concat([sampleWebm(), repeated(Buffer.from('ec80', 'hex'), 90 * MB)]),
  ],
  [
    'a WEBM of 16 MB of tracks',
    () => withinWebm(element('1654ae6b', repeated(Buffer.from('ae80', 'hex'), 16 * MB - 64))),
  ],
  ['a WAV with 16 MB of empty tags', () => wavOf(listOf(repeated(chunk('INAM', 0), 16 * MB)))],
  ...['TIT2', 'PRIV', 'TXXX', 'TZZZ'].map(
    (name): HostileSize => [
      `an MP3 with 10 MB of ${name} tags`,
      () => Buffer.concat([id3(repeated(smallTag(name), 10 * MB)), sampleMp3()]),
    ],
  ),
  [
    'an MP3 of 90 MB of broken frames',
    () => Buffer.concat([sampleMp3(1), repeated(Buffer.from('fffbf000', 'hex'), 90 * MB)]),
  ],
  ['an OGG of 90 MB of empty pages', () => Buffer.concat([oggOf(), repeated(oggPage(Buffer.alloc(0), 1), 90 * MB)])],
  ['an OGG of 90 MB of streams', () => repeated(oggOf(), 90 * MB)],
]

/** An MP4 of 300 bytes with a fragment of 4 billion samples, each of no bytes: its parser lists them until its memory is full. */
export function endlessFilm(): Buffer {
  const film = boxInMoov(box('trak', box('tkhd', uint32(0, 0, 0, 1), Buffer.alloc(68))))
  const run = box('trun', uint32(0, HUGE, 0))
  return Buffer.concat([film, box('moof', box('traf', box('tfhd', uint32(0, 1)), run))])
}
