import type { EventType, VersoEvent } from '@verso/protocol/events'
import { vi } from 'vitest'
import type { TestApp } from '../../test/test-app.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import type { BoundConsumer } from './consumer.ts'
import { deliverDue } from './deliver-events.ts'
import { recordEvent } from './record-event.ts'

const TYPES: readonly EventType[] = ['follow.created', 'member.locked']
type Handle = (tx: Tx, event: VersoEvent) => Promise<void>

/** A consumer of `member.locked` and `follow.created` that keeps one row for each event that it has handled. */
export function buildConsumer(name: string, handle: Handle = async () => undefined): BoundConsumer {
  return {
    name,
    handle: async (tx, event) => {
      const row = { key: `${name} ${event.id}`, value: '1', updated_at: event.recordedAt }
      await tx.insertInto('settings').values(row).execute()
      await handle(tx, event)
    },
  }
}

/** The product with these consumers alone. */
export const withConsumers = (t: TestApp, consumers: readonly BoundConsumer[]): Context => ({
  ...t.ctx,
  consumers: consumers.map(({ name }) => ({ name, types: TYPES })),
})

export const lock = (ctx: Context, userId: string): Promise<string> =>
  inTransaction(ctx.db, (tx) =>
    recordEvent(ctx, tx, {
      type: 'member.locked',
      subjects: [{ type: 'user', id: userId }],
      data: { user_id: userId },
    }),
  )

/** How often this consumer's transaction with the event was committed. */
export async function countHandled(ctx: Context, name: string, eventId: string): Promise<number> {
  const rows = await ctx.db.selectFrom('settings').select('key').where('key', '=', `${name} ${eventId}`).execute()
  return rows.length
}

/** As a worker does it; its warnings are what the test is about. */
export async function deliver(ctx: Context, consumers: readonly BoundConsumer[]): Promise<Error | undefined> {
  const log = vi.spyOn(ctx.log, 'warn').mockImplementation(() => undefined)
  try {
    await deliverDue(ctx, consumers)
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    log.mockRestore()
  }
}
