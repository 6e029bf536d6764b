/** The smallest files of each kind that a player would take, made byte by byte. */

export const sampleSvg = (inside = '<rect width="10" height="10" fill="teal"/>'): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="100" height="100">${inside}</svg>`,
  )

export const box = (type: string, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

export function sampleMp4(handler = 'vide'): Buffer {
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1_000, 12)
  mvhd.writeUInt32BE(2_500, 16)
  const hdlr = Buffer.concat([Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)])
  const track = box('trak', box('mdia', box('hdlr', hdlr)))
  const brands = Buffer.from('isom\0\0\u0002\0isommp41')
  return Buffer.concat([box('ftyp', brands), box('moov', box('mvhd', mvhd), track), box('mdat', Buffer.alloc(64))])
}

export const element = (id: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + body.length)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** One track of pictures (VP9), none of which it has. */
export const sampleWebm = (docType = 'webm'): Buffer => {
  const track = [element('d7', Buffer.from([1])), element('83', Buffer.from([1])), element('86', Buffer.from('V_VP9'))]
  return Buffer.concat([
    element('1a45dfa3', element('4286', Buffer.from([1])), element('4282', Buffer.from(docType))),
    element(
      '18538067',
      element('1549a966', element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40]))),
      element('1654ae6b', element('ae', ...track)),
    ),
  ])
}

/** Silence: frames of MPEG 1, layer III, 128 kbit/s, 44.1 kHz. */
export function sampleMp3(frames = 8): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

export function sampleWav(samples = 800): Buffer {
  const wav = Buffer.alloc(44 + samples, 128)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(8_000, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples, 40)
  return wav
}

export const oggPage = (body: Buffer, position: number): Buffer => {
  const head = Buffer.alloc(28)
  head.write('OggS', 0)
  head[5] = position === 0 ? 2 : 0
  head.writeUInt32LE(position, 18)
  head[26] = 1
  head[27] = body.length
  return Buffer.concat([head, body])
}

export const sampleOgg = (codec = '\u0001vorbis'): Buffer =>
  Buffer.concat([
    oggPage(Buffer.concat([Buffer.from(codec, 'latin1'), Buffer.alloc(23)]), 0),
    oggPage(Buffer.alloc(40), 1),
  ])

export function sampleGlb(json: object | string = { asset: { version: '2.0' }, scenes: [{}], scene: 0 }): Buffer {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  const body = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4))
  const head = Buffer.alloc(20)
  head.write('glTF', 0)
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(20 + body.length, 8)
  head.writeUInt32LE(body.length, 12)
  head.writeUInt32LE(0x4e4f534a, 16)
  return Buffer.concat([head, body])
}
