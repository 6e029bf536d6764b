import { z } from 'zod'

/** A job, mail or SMS that was given up after many tries. */
export const failedJob = z.object({
  id: z.string(),
  kind: z.enum(['job', 'message']),
  name: z.string(),
  error: z.string().nullable(),
  attempts: z.number().int(),
  failed_at: z.string(),
})
export const jobQueue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  failed: z.number().int(),
})
export const jobs = z.object({ queues: z.array(jobQueue), failed: z.array(failedJob) })

export type Jobs = z.infer<typeof jobs>
export type FailedJob = z.infer<typeof failedJob>
