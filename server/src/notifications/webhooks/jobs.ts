import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'

/** Wakes a worker that sends what is due at one address; the rows say what that is. */
export const deliverWebhooksJob = defineJob({
  name: 'deliver-webhooks',
  payload: z.object({ webhookId: z.uuid() }),
})
