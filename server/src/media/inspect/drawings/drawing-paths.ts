import { limitCpu } from '../../../gateways/media/media-process.ts'

/** Beside the file that came: its sanitised copy, and the picture of it. */
export const cleanPathOf = (path: string): string => `${path}.clean`
export const rasterPathOf = (path: string): string => `${path}.raster`

/** Drawing is the one task whose time a small file decides alone. */
export const DRAWING_LIMITS = limitCpu(3_000)
