import { z } from 'zod'
import { defineJob } from '../jobs/define-job.ts'

export const deliverMessageJob = defineJob({
  name: 'deliver-message',
  payload: z.object({ messageId: z.uuid() }),
})
