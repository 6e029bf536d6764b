import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'
import { deliverMessage } from './deliver-message.ts'

export const deliverMessageTask = defineTask({
  name: 'deliver-message',
  payload: z.object({ messageId: z.uuid() }),
  run: (ctx, { messageId }) => deliverMessage(ctx, messageId),
})
