import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'
import { refundPayment } from './refund-payment.ts'

export const refundPaymentTask = defineTask({
  name: 'refund-payment',
  payload: z.object({ refundId: z.uuid() }),
  run: (ctx, { refundId }) => refundPayment(ctx, refundId),
})
