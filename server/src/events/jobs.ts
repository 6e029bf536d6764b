import { z } from 'zod'
import { defineJob } from '../jobs/define-job.ts'

/** Wakes a worker that delivers what is due; the rows say what that is. */
export const deliverEventsJob = defineJob({
  name: 'deliver-events',
  payload: z.object({}),
  concurrency: 2,
  isBell: true,
})
