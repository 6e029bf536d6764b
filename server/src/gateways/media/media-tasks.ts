import type { FileEnding } from '../storage/file-types.ts'

export type Quarantined = { path: string; sizeBytes: number }
export type Found = {
  width?: number
  height?: number
  durationMs?: number
  /** The file to keep instead of the one that came: the sanitised copy of an SVG. */
  replacementPath?: string
  raster?: Raster
}
/** The type of a file, and the hashes of exactly the bytes to keep. */
export type Inspected = Found & { ending: FileEnding; sha256: string; sizeBytes: number; cid: string }

export type RasterOrder = { path: string; rasterPath: string }
/** The drawing as a PNG at `rasterPath`. */
export type Raster = { sha256: string; width: number; height: number; sizeBytes: number }

/** A picture of our own, to be kept as a PNG at `pngPath`. */
export type Unpacking = { path: string; pngPath: string }

/** How a copy differs from its original. */
export type CopyRecipe = { ending: FileEnding; width: number; isSquare?: boolean; keepsMotion?: boolean }
export type CopyOrder = { path: string; copyPath: string; mime: string; recipe: CopyRecipe }
export type EncodedCopy = { sha256: string; width: number; height: number; sizeBytes: number }

/** The tasks of the media process, with their answers. */
export type MediaTasks = {
  inspectUpload(input: Quarantined): Promise<Inspected | 'drawing'>
  inspectDrawing(input: Quarantined): Promise<Inspected>
  rasteriseDrawing(input: RasterOrder): Promise<Raster>
  encodeCopy(input: CopyOrder): Promise<EncodedCopy>
  unpackPicture(input: Unpacking): Promise<void>
}
export type MediaTaskName = keyof MediaTasks
export type MediaInput<N extends MediaTaskName> = Parameters<MediaTasks[N]>[0]
export type MediaOutput<N extends MediaTaskName> = Awaited<ReturnType<MediaTasks[N]>>
