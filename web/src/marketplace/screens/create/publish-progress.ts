export const STEPS = ['artwork', 'thumbnail', 'metadata', 'nft'] as const
export type Step = (typeof STEPS)[number]

/** Which of the four calls failed, and why. */
export class PublishError extends Error {
  readonly step: Step
  constructor(step: Step, cause: unknown) {
    super(`The step ${step} failed.`, { cause })
    this.step = step
  }
}

/** The file was changed or removed on the disk after it was chosen: a browser reads it no more. */
export class FileChangedError extends Error {}

export type PublishProgress = { step: Step; percent: number | null; bytesPerSecond: number | null }
