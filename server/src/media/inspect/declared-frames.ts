import type { FileEnding } from '../../gateways/storage/file-types.ts'
import { FileWindow } from './file-window.ts'

export type Size = { width: number; height: number }

/**
 * The sizes that the headers of a picture declare, without decoding: first that of the whole, then that of each frame of an animation.
 * Browsers believe it, decoders may pass over it.
 */
export function* readDeclaredSizes(path: string, ending: FileEnding): Generator<Size> {
  const file = new FileWindow(path)
  try {
    if (ending === 'gif') yield* readGif(file)
    if (ending === 'png') yield* readPng(file)
  } finally {
    file.close()
  }
}

const GIF = { headBytes: 13, extension: 0x21, image: 0x2c, imageBytes: 10, hasColors: 0x80, colorBits: 0x07 }

function* readGif(file: FileWindow): Generator<Size> {
  const head = file.read(0, GIF.headBytes)
  if (head.length < GIF.headBytes) return
  yield { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  for (let at = GIF.headBytes + colorBytes(head.readUInt8(10)); ; ) {
    const block = file.read(at, GIF.imageBytes)
    if (block[0] === GIF.extension) at = skipBlocks(file, at + 2)
    else if (block[0] === GIF.image && block.length === GIF.imageBytes) {
      at += GIF.imageBytes + colorBytes(block.readUInt8(9)) + 1
      yield { width: block.readUInt16LE(5), height: block.readUInt16LE(7) }
      at = skipBlocks(file, at)
    } else return
  }
}

/** Of the table of colours that follows, if there is one. */
const colorBytes = (flags: number): number => (flags & GIF.hasColors ? 3 * 2 ** ((flags & GIF.colorBits) + 1) : 0)

function skipBlocks(file: FileWindow, from: number): number {
  let at = from
  for (let length = file.read(at, 1)[0]; length; length = file.read(at, 1)[0]) at += 1 + length
  return at + 1
}

const PNG = { signatureBytes: 8, chunkBytes: 12, sizesBytes: 20 }
/** The offset of the width within its chunk. An animation's frame has a number before it. */
const SIZE_AT: Readonly<Record<string, number>> = { IHDR: 8, fcTL: 12 }

function* readPng(file: FileWindow): Generator<Size> {
  for (let at = PNG.signatureBytes; ; ) {
    const chunk = file.read(at, PNG.sizesBytes)
    if (chunk.length < PNG.chunkBytes) return
    const sizeAt = SIZE_AT[chunk.toString('latin1', 4, 8)]
    at += PNG.chunkBytes + chunk.readUInt32BE(0)
    if (sizeAt !== undefined && chunk.length === PNG.sizesBytes)
      yield { width: chunk.readUInt32BE(sizeAt), height: chunk.readUInt32BE(sizeAt + 4) }
  }
}
