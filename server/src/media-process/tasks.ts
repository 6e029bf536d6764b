import type { Inspected, Quarantined } from '../features/files/inspect/inspect-upload.ts'
import type { CopyOrder, EncodedCopy } from '../features/files/encode-copy.ts'
import type { Raster, RasterOrder } from '../features/files/rasterise-drawing.ts'
import type { Drawing } from '../features/files/render-drawing.ts'

/**
 * What is done with bytes that somebody else made: nothing of it runs in the server. The libraries are large and are loaded
 * when they are needed, into a process that ends.
 */
export const MEDIA_TASKS = {
  inspectUpload: async (input: Quarantined): Promise<Inspected | 'drawing'> =>
    (await import('../features/files/inspect/inspect-upload.ts')).inspectUpload(input),
  inspectDrawing: async (input: Quarantined): Promise<Inspected> =>
    (await import('../features/files/inspect/inspect-upload.ts')).inspectDrawing(input),
  rasteriseDrawing: async (input: RasterOrder): Promise<Raster> =>
    (await (await import('../features/files/rasterise-drawing.ts')).rasterise(input)).raster,
  encodeCopy: async (input: CopyOrder): Promise<EncodedCopy> =>
    (await import('../features/files/encode-copy.ts')).encodeCopy(input),
  renderDrawing: async (input: Drawing): Promise<void> =>
    (await import('../features/files/render-drawing.ts')).renderDrawing(input),
}
export type MediaTasks = typeof MEDIA_TASKS
export type MediaTaskName = keyof MediaTasks
export type MediaInput<N extends MediaTaskName> = Parameters<MediaTasks[N]>[0]
export type MediaOutput<N extends MediaTaskName> = Awaited<ReturnType<MediaTasks[N]>>

/** What goes over the channel to the child process, and what comes back. */
export type MediaRequest = { task: MediaTaskName; input: unknown }
export type MediaAnswer = { value: unknown } | { error: { message: string; code?: string; fields?: unknown } }
