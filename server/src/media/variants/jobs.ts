import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'

export const makeVariantsJob = defineJob({
  name: 'make-variants',
  payload: z.object({ fileId: z.uuid() }),
  // Encoding fills the cores by itself.
  concurrency: 1,
})
