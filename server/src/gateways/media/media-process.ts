import type { MediaInput, MediaOutput, MediaTaskName } from './media-tasks.ts'

/**
 * The lane in which a task starts. In `quick` and `heavy` it has a slice of processor time; a task that uses it up starts again in the next
 * lane, of which fewer run at once.
 */
export type Lane = 'quick' | 'heavy' | 'slow'

/** The member a task is for, and its lane. */
export type Share = {
  /** Without a member it is the product's own task, of which any number runs at once. */
  ownerId?: string
  /** Without a lane it runs to its end, in any place. */
  lane?: Lane
}

export type MediaProcess = {
  /**
   * Does one task in a child process, with a limit on its memory and time, when it is this member's turn.
   * @throws MediaError when it cannot be done with this file, UnfinishedMediaError when the cause is unknown; AppError when the file is refused, or while the server stops
   */
  run<N extends MediaTaskName>(task: N, input: MediaInput<N>, order?: MediaOrder): Promise<MediaOutput<N>>
  /** The child processes that live now. */
  pids(): number[]
  stop(): Promise<void>
}

/**
 * A limit on what a task computes. The clock only ends one that stands still: where a machine has much else to do, a process
 * starts late and gets its processor time slowly, and no file is refused for that.
 */
export const limitCpu = (cpuMs: number) => ({ cpuMs, timeoutMs: cpuMs * 10 })

/** The member and lane of a task, and how long it may take and compute, where that is less than for other tasks. */
export type MediaOrder = Share & { timeoutMs?: number; cpuMs?: number }
