export const STEPS = ['artwork', 'thumbnail', 'metadata', 'nft'] as const
export type Step = (typeof STEPS)[number]

/** The failure of one of the four calls, with its step. */
export class PublishError extends Error {
  readonly step: Step
  constructor(step: Step, cause: unknown) {
    super(`The step ${step} failed.`, { cause })
    this.step = step
  }
}

export type PublishProgress = { step: Step; percent: number | null; bytesPerSecond: number | null }
