import type { EventSubject } from '@verso/protocol/events'
import { PAYLOAD_VERSION, TEST_KIND, WEBHOOK_PAYLOADS } from '@verso/protocol/operations/webhooks'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { BoundConsumer } from '../../events/consumer.ts'
import { eventWebhooks, wantsKind } from './event-webhooks.ts'
import { deliverWebhooksJob } from './jobs.ts'

/** One delivery for each event and each address that wants its kind; one that is switched off gets none. */
export const bindEventWebhooks = (ctx: Context): BoundConsumer => ({
  name: eventWebhooks.name,
  handle: async (tx, event) => {
    const webhooks = await tx.selectFrom('webhooks').select(['id', 'state']).where(wantsKind(event.type)).execute()
    for (const { id, state } of webhooks) {
      await writeDelivery(ctx, tx, id, { ...event, at: event.recordedAt })
      if (state === 'active') await ctx.jobs.enqueue(tx, deliverWebhooksJob, { webhookId: id })
    }
  },
})

/** An event made up for the operator who looks whether it arrives. @returns the delivery's id */
export async function writeTest(ctx: Context, tx: Tx, webhookId: string): Promise<string> {
  const test = { id: ctx.random.id(), type: TEST_KIND, subjects: [], data: {}, at: ctx.clock.now() }
  const id = await writeDelivery(ctx, tx, webhookId, test)
  await ctx.jobs.enqueue(tx, deliverWebhooksJob, { webhookId })
  return id
}

type Told = { id: string; type: string; subjects: readonly EventSubject[]; data: object; at: Date }

async function writeDelivery(ctx: Context, tx: Tx, webhookId: string, event: Told): Promise<string> {
  const [id, now] = [ctx.random.id(), ctx.clock.now()]
  await tx
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      event_id: event.id,
      kind: event.type,
      body: bodyOf(event),
      tried_since: now,
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
  return id
}

/** Fields that the schema does not name are not sent. */
function bodyOf({ id, type, subjects, data, at }: Told): string {
  const payload = { id, type, version: PAYLOAD_VERSION, timestamp: at.toISOString(), subjects, data }
  const schema = WEBHOOK_PAYLOADS[type]
  if (!schema) throw new Error(`there is no payload of ${type} in this version`)
  return JSON.stringify(schema.parse(payload))
}
