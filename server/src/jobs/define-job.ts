import type { z } from 'zod'

/**
 * The declaration of a job, without its handler, which worker.ts binds. A job is only a wake-up: the work is a row, so
 * running a job twice, or losing all jobs, loses nothing. Payloads are parsed again when they come back.
 */
export type Job<P> = {
  /** Queue name: letters, digits, dot, dash, slash. */
  name: string
  payload: z.ZodType<P>
  /** Jobs of this queue that one worker process runs at a time. */
  concurrency: number
}

type NewJob<P> = Omit<Job<P>, 'concurrency'> & Partial<Pick<Job<P>, 'concurrency'>>

export const defineJob = <P>(job: NewJob<P>): Job<P> => ({
  concurrency: 4,
  ...job,
})
