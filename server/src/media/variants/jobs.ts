import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'

/** Makes the copies of the image whose turn it is, not of the one it was enqueued with. */
export const makeVariantsJob = defineJob({
  name: 'make-variants',
  payload: z.object({}),
  // Encoding fills the cores by itself.
  concurrency: 1,
})
