import sharp from 'sharp'
import type { Unpacking } from '../../gateways/media/media-tasks.ts'

/** Quickly: it is uploaded to ourselves. */
const COMPRESSION_LEVEL = 3

export async function unpackPicture({ path, pngPath }: Unpacking): Promise<void> {
  await sharp(path).png({ compressionLevel: COMPRESSION_LEVEL }).toFile(pngPath)
}
