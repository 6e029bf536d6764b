import type { MediaTaskName, MediaTasks } from '../../gateways/media/media-tasks.ts'

/**
 * The tasks that read members' bytes: none of them runs in the server. The libraries are large and are loaded
 * when they are needed, into a process that ends.
 */
export const MEDIA_TASKS: MediaTasks = {
  inspectUpload: async (input) => (await import('../inspect/inspect-upload.ts')).inspectUpload(input),
  inspectDrawing: async (input) => (await import('../inspect/inspect-upload.ts')).inspectDrawing(input),
  rasteriseDrawing: async (input) =>
    (await (await import('../inspect/drawings/rasterise-drawing.ts')).rasterise(input)).raster,
  encodeCopy: async (input) => (await import('../variants/encode-copy.ts')).encodeCopy(input),
  unpackPicture: async (input) => (await import('../variants/unpack-picture.ts')).unpackPicture(input),
}

/** Of drawings: a parser and a renderer that take longer to load than an ordinary drawing takes to draw. */
export const MEDIA_LIBRARIES: Partial<Record<MediaTaskName, () => Promise<unknown>>> = {
  inspectDrawing: () =>
    Promise.all([import('../inspect/drawings/sanitise-svg.ts'), import('../inspect/drawings/clean-svg.ts')]),
}
