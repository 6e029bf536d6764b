import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'
import { settlePayment } from './settle-payment.ts'

export const settlePaymentTask = defineTask({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.uuid() }),
  concurrency: 8,
  run: (ctx, { paymentId }) => settlePayment(ctx, paymentId),
})
