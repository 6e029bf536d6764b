import { readFile, writeFile } from 'node:fs/promises'
import { AppError } from '../../../http/app-error.ts'
import { rasterSidePx } from './drawing-cost.ts'
import { cleanPathOf, rasterPathOf } from './drawing-paths.ts'
import { rasterise } from './rasterise-drawing.ts'
import type { Raster } from '../../../gateways/media/media-tasks.ts'
import { reduceSvg, TooComplicated } from './reduce-svg.ts'
import { unsupportedFile } from '../rejected-file.ts'

/** A drawing is parsed whole: beyond this size it is a raster image inside an SVG. */
const MAX_SVG_BYTES = 5 * 1024 * 1024

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])

/**
 * The kept file is a sanitised copy without scripts, links, styles and outside references. It is drawn here once, as
 * large as it is ever shown: every smaller copy is made of that picture.
 */
export async function sanitiseSvg(file: {
  path: string
  sizeBytes: number
}): Promise<{ width: number; height: number; replacementPath: string; raster: Raster }> {
  if (file.sizeBytes > MAX_SVG_BYTES) {
    throw new AppError('too_large', { fields: { file: ['SVG files can be at most 5 MB'] } })
  }
  const replacementPath = cleanPathOf(file.path)
  try {
    const reduced = reduceSvg(await readFile(file.path, 'utf8'))
    // Once more after the sanitiser, which takes long itself for many elements, and reads what is written in other ways.
    rasterSidePx(reduced)
    // The parser is large, and few files need it.
    const { cleanSvg } = await import('./clean-svg.ts')
    await writeFile(replacementPath, cleanSvg(reduced) as string, { mode: 0o600 })
    const { width, height, raster } = await rasterise({ path: replacementPath, rasterPath: rasterPathOf(file.path) })
    return { width, height, replacementPath, raster }
  } catch (error) {
    // A disk that is full is no fault of the drawing; the server looks at it.
    if (DISK_FULL.has((error as { code?: string }).code ?? '')) throw error
    throw unsupportedFile(
      error instanceof TooComplicated ? 'The drawing is too complicated' : 'The drawing cannot be read',
    )
  }
}
