import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { ringing } from '../jobs/bells/bell.ts'
import { deliverMessagesBell } from './bell.ts'

/** Sends a message that no provider took once more. @returns false when it has not failed */
export async function retryMessage(ctx: Context, tx: Tx, messageId: string): Promise<boolean> {
  const waiting = await tx
    .updateTable('messages')
    .set({ status: 'WAITING', attempts: 0, due_at: ctx.clock.now(), error: null })
    .where('id', '=', messageId)
    .where('status', '=', 'FAILED')
    .returning(['id', ringing(deliverMessagesBell).as('ringing')])
    .executeTakeFirst()
  return waiting !== undefined
}
