import type { EventAudit, EventType, VersoEvent } from '@verso/protocol/events'
import type { Context, EventConsumer } from '../context.ts'
import type { Tx } from '../db/client.ts'
import type { BoundConsumer } from '../events/consumer.ts'
import { recordAudit } from './audit.ts'

const TYPES = [
  'nft.approved',
  'nft.refused',
  'nft.taken_down',
  'nft.restored',
  'nft.reports_dismissed',
  'order.decided',
  'payout.approved',
  'payout.paid',
  'payout.rejected',
] as const satisfies readonly EventType[]

/** The lines of the audit log about decisions that are events; the others are written by their cause (docs/decisions/0220). */
export const decisionLines: EventConsumer<(typeof TYPES)[number]> = { name: 'audit-decisions', types: TYPES }

export const bindDecisionLines = (ctx: Context): BoundConsumer => ({
  name: decisionLines.name,
  handle: async (tx, event) => {
    if ('audit' in event.data && event.data.audit) await writeLine(ctx, tx, event, event.data.audit)
  },
})

async function writeLine(ctx: Context, tx: Tx, { subjects, recordedAt }: VersoEvent, audit: EventAudit): Promise<void> {
  const [subject] = subjects
  if (!subject) throw new Error('an event has a subject')
  const { actor_id: actorId, action, before, after, request_id: requestId } = audit
  await recordAudit(ctx, tx, { actorId, action, subject, before, after, requestId, at: recordedAt })
}
