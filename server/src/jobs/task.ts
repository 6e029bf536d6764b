import type { z } from 'zod'
import type { Context } from '../context.ts'

/**
 * A job is only a wake-up: what is to be done is a row, so running a task twice, or losing all jobs, loses nothing
 * (architecture.md → Rules of the foundation). Payloads are parsed again when they come back.
 */
export type Task<P> = {
  /** Queue name: letters, digits, dot, dash, slash. */
  name: string
  payload: z.ZodType<P>
  /** Jobs of this queue that one worker process runs at a time. */
  concurrency: number
  run(ctx: Context, payload: P): Promise<void>
}

export const defineTask = <P>(task: Omit<Task<P>, 'concurrency'> & { concurrency?: number }): Task<P> => ({
  concurrency: 4,
  ...task,
})

/** Finds the rows that are due and does, or enqueues, what they wait for. Safe to run in several processes at once. */
export type Sweep = { name: string; everyMs: number; run(ctx: Context): Promise<void> }

/** The job can never succeed: it is logged and not tried again. Everything else that is thrown is tried again. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError'
}
