import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'

export const refundPaymentJob = defineJob({
  name: 'refund-payment',
  payload: z.object({ refundId: z.uuid() }),
})
