import type { Drawing } from '../../gateways/media/media-tasks.ts'
import sharp from 'sharp'

/** A drawing of our own, to be kept as a square PNG at `path`. Drawn by the media process. */

/** A drawing has 800 units a side; this draws it somewhat larger than most pictures are shown. */
const DENSITY_DPI = 108

export async function renderDrawing({ svg, sidePx, path }: Drawing): Promise<void> {
  await sharp(Buffer.from(svg), { density: DENSITY_DPI })
    .resize(sidePx, sidePx)
    .png({ compressionLevel: 6, palette: false })
    .toFile(path)
}
