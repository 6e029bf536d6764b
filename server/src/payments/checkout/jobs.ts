import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'

/** Closes the session at the provider after the buyer's cancel; late money is refunded. */
export const cancelSessionJob = defineJob({
  name: 'cancel-payment-session',
  payload: z.object({ paymentId: z.uuid() }),
})
