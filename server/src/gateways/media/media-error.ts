/** The bytes could not be worked with. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
}

/** Not brought to an end, in time or at all: the bytes may be at fault, or the machine that had too much to do. */
export class UnfinishedMediaError extends MediaError {}
