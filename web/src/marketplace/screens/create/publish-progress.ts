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

export type PublishProgress = { step: Step; percent: number | null; bytesPerSecond: number | null }
