import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { ringing } from '../jobs/bells/bell.ts'
import { deliverMessagesBell } from './bell.ts'

/**
 * Of a row of `messages`: no provider took it, and a person may have it sent once more. What is blank was a code or
 * a link, which is too old by then, or a provider had taken it.
 */
export const isGivenUp = sql<boolean>`status = 'FAILED' and body_text <> ''`

/** Sends a message that no provider took once more. @returns false when it has not failed, or nothing of it is left */
export async function retryMessage(ctx: Context, tx: Tx, messageId: string): Promise<boolean> {
  const waiting = await tx
    .updateTable('messages')
    .set({ status: 'WAITING', attempts: 0, due_at: ctx.clock.now(), error: null })
    .where('id', '=', messageId)
    .where(isGivenUp)
    .returning(['id', ringing(deliverMessagesBell).as('ringing')])
    .executeTakeFirst()
  return waiting !== undefined
}
