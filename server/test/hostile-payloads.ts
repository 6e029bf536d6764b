import sharp from 'sharp'
import { crc32, deflateSync } from 'node:zlib'
import { sampleJpeg, samplePng } from './build-nft.ts'
import {
  box,
  element,
  oggPage,
  sampleGlb,
  sampleMp3,
  sampleMp4,
  sampleOgg,
  sampleWav,
  sampleWebm,
} from './sample-media.ts'

const PAGE =
  '<!doctype html><html><body><script>alert(1)</script><img src="https://evil.test/x" onerror="alert(2)"></body></html>'

function pngChunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const PNG_HEAD_BYTES = 8 + 25
const withChunk = (png: Buffer, type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), pngChunk(type, data), png.subarray(PNG_HEAD_BYTES)])

function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** Pictures that decode, with a page in what describes them or behind them. */
async function pictures(): Promise<[string, Buffer][]> {
  const [png, jpeg] = [await samplePng('olive'), await sampleJpeg('olive')]
  const gif = await sharp(png).gif().toBuffer()
  const exif = (field: 'ImageDescription' | 'Copyright') =>
    sharp(png)
      .withExif({ IFD0: { [field]: PAGE } })
      .jpeg()
      .toBuffer()
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, PAGE.length]), Buffer.from(PAGE), Buffer.from([0])])
  const screenAt = 13 + (((gif[10] ?? 0) & 0x80) === 0 ? 0 : 3 * 2 ** (((gif[10] ?? 0) & 7) + 1))
  return [
    ['a GIF with a page behind it', Buffer.concat([gif, Buffer.from(PAGE)])],
    ['a GIF with a page for a comment', Buffer.concat([gif.subarray(0, screenAt), comment, gif.subarray(screenAt)])],
    ['a JPEG described by a page', await exif('ImageDescription')],
    ['a JPEG whose copyright is a page', await exif('Copyright')],
    ['a JPEG with a page for a comment', withSegment(jpeg, 0xfe, Buffer.from(PAGE))],
    ['a JPEG with a page for XMP', withSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${PAGE}`))],
    [
      'a JPEG with a page for a colour profile',
      withSegment(jpeg, 0xe2, Buffer.from(`ICC_PROFILE\0\u0001\u0001${PAGE}`)),
    ],
    ['a PNG with a page for a text', withChunk(png, 'tEXt', Buffer.from(`Comment\0${PAGE}`))],
    [
      'a PNG with a packed page',
      withChunk(png, 'zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(PAGE)])),
    ],
    ['a PNG with a page for XMP', withChunk(png, 'iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${PAGE}`))],
    ['a PNG with a page in a chunk of its own', withChunk(png, 'evIl', Buffer.from(PAGE))],
    ['a WebP that calls itself PNG', await sharp(png).webp().toBuffer()],
  ]
}

/** Sound, video and models that play, with a page in their tags or behind them. */
function players(): [string, Buffer][] {
  const id3 = Buffer.concat([
    Buffer.from('ID3\u0004\0\0\0\0\0', 'latin1'),
    Buffer.from([PAGE.length]),
    Buffer.from(PAGE),
  ])
  const info = Buffer.alloc(12)
  info.write('LIST', 0)
  info.writeUInt32LE(PAGE.length + (PAGE.length % 2) + 4, 4)
  info.write('INFO', 8)
  const wav = sampleWav()
  const pageOfOgg = oggPage(Buffer.from(`\u0003vorbis${PAGE}`), 2)
  const frame = sampleMp3(1)
  frame.write(PAGE, 40)
  const model = (extra: object) => sampleGlb({ asset: { version: '2.0' }, scenes: [{}], scene: 0, ...extra })
  return [
    ['an MP3 whose tag is a page', Buffer.concat([id3, sampleMp3()])],
    ['an MP3 with a page in every frame', Buffer.concat([frame, frame, frame])],
    [
      'a WAV with a page in its tags',
      Buffer.concat([wav.subarray(0, 36), info, Buffer.from(PAGE), Buffer.alloc(PAGE.length % 2), wav.subarray(36)]),
    ],
    ['an OGG with a page in its tags', Buffer.concat([sampleOgg(), pageOfOgg])],
    ['an MP4 with a page in its tags', Buffer.concat([sampleMp4(), box('free', Buffer.from(PAGE))])],
    [
      'an MP4 with a page for a picture',
      Buffer.concat([sampleMp4(), box('uuid', Buffer.alloc(16), Buffer.from(PAGE))]),
    ],
    ['a WEBM with a page in its tags', Buffer.concat([sampleWebm(), element('1254c367', Buffer.from(PAGE))])],
    ['a model with a script in its extras', model({ extras: { html: PAGE, href: 'javascript:alert(1)' } })],
    ['a model made by a page', model({ asset: { version: '2.0', generator: PAGE, copyright: PAGE } })],
    ['a model whose scene is named as a page', model({ scenes: [{ name: PAGE }] })],
    ['a model with a page for a node', model({ nodes: [{ name: PAGE }], scenes: [{ nodes: [0] }] })],
    ['a model with a page for a material', model({ materials: [{ name: PAGE }] })],
  ]
}

/** Decodable files that are harmful when they are read as another type. */
/** A file sent to harm others or the server. Each is either refused or made harmless. */
export type HostileFile = { what: string; bytes: Buffer }

export const hostilePayloads = async (): Promise<HostileFile[]> =>
  [...(await pictures()), ...players()].map(([what, bytes]) => ({ what, bytes }))
