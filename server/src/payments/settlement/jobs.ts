import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'

export const settlePaymentJob = defineJob({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.uuid() }),
  concurrency: 8,
})
