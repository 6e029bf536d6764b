import { EVENT_SCHEMAS, type EventType, type VersoEvent } from '@verso/protocol/events'
import { type Selectable, sql } from 'kysely'
import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import { inTransaction, isDatabaseAway, type Tx } from '../db/client.ts'
import type { EventDeliveriesTable } from '../db/types.gen.ts'
import { Crash } from '../failpoints.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import type { BoundConsumer } from './consumer.ts'

type Delivery = Pick<Selectable<EventDeliveriesTable>, 'consumer' | 'event_id' | 'recorded_at' | 'subject' | 'attempts'>

/** Of one consumer in one round; the next round, or another worker, goes on. */
const MAX_AT_ONCE = 5_000
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 3_600_000
const MAX_ERROR_LENGTH = 500

/**
 * Hands over what is due, each consumer by itself: one that fails or is slow holds up none of the others.
 * @throws Error that names the first delivery that failed, once all were tried
 */
export async function deliverDue(ctx: Context, consumers: readonly BoundConsumer[]): Promise<void> {
  const names = await findWaiting(ctx, consumers)
  const waiting = consumers.filter(({ name }) => names.has(name))
  const rounds = await Promise.allSettled(waiting.map((consumer) => deliverTo(ctx, consumer)))
  const failed = rounds.find((round) => round.status === 'rejected')
  if (failed) throw failed.reason
}

/** Most rounds find nothing: one question in place of a transaction for each consumer. */
async function findWaiting(ctx: Context, consumers: readonly BoundConsumer[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${consumers.map(({ name }) => name)}::text[]) name
    where exists (select from event_deliveries where consumer = name and due_at <= ${ctx.clock.now()})`.execute(ctx.db)
  return new Set(rows.map(({ name }) => name))
}

async function deliverTo(ctx: Context, consumer: BoundConsumer): Promise<void> {
  let firstFailure: Error | undefined
  for (let count = 0; count < MAX_AT_ONCE; count++) {
    const outcome = await deliverNext(ctx, consumer)
    if (outcome === 'none') break
    if (outcome !== 'handled') firstFailure ??= outcome
  }
  if (firstFailure) throw firstFailure
}

/**
 * Handles one event: what the consumer does and the end of the delivery are one transaction, so it happens once whatever
 * dies in between. A failure puts the event, and with it the later ones of its subject, off.
 */
async function deliverNext(ctx: Context, consumer: BoundConsumer): Promise<'none' | 'handled' | Error> {
  let taken: Delivery | undefined
  try {
    await inTransaction(ctx.db, async (tx) => {
      taken = await takeDelivery(ctx, tx, consumer.name)
      if (!taken) return
      await consumer.handle(tx, await readEvent(tx, taken))
      ctx.failpoints.reach('deliver-event.before-commit')
    })
  } catch (error) {
    // A crash, and a database that is away, say nothing about the event.
    if (!taken || error instanceof Crash || isDatabaseAway(error)) throw error
    return putOff(ctx, taken, error)
  }
  if (!taken) return 'none'
  ctx.failpoints.reach('deliver-event.after-commit')
  return 'handled'
}

/** Takes away the first waiting event of any subject that is due and that no other worker has; it is back when `tx` fails. */
async function takeDelivery(ctx: Context, tx: Tx, consumer: string): Promise<Delivery | undefined> {
  const next = tx
    .selectFrom('event_deliveries as next')
    .select(['consumer', 'event_id'])
    .where('consumer', '=', consumer)
    .where('due_at', '<=', ctx.clock.now())
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('event_deliveries as earlier')
            .select('earlier.event_id')
            .whereRef('earlier.consumer', '=', 'next.consumer')
            .whereRef('earlier.subject', '=', 'next.subject')
            .whereRef('earlier.position', '<', 'next.position'),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const taken = tx
    .with('next', () => next)
    .deleteFrom('event_deliveries as taken')
    .using('next')
    .whereRef('taken.consumer', '=', 'next.consumer')
    .whereRef('taken.event_id', '=', 'next.event_id')
  return taken
    .returning(['taken.consumer', 'taken.event_id', 'taken.recorded_at', 'taken.subject', 'taken.attempts'])
    .executeTakeFirst()
}

async function readEvent(tx: Tx, { event_id, recorded_at }: Delivery): Promise<VersoEvent> {
  const row = await tx
    .selectFrom('events')
    .select(['id', 'type', 'subjects', 'data', 'recorded_at'])
    .where('id', '=', event_id)
    // Finds its partition.
    .where('recorded_at', '=', recorded_at)
    .executeTakeFirstOrThrow()
  const type = row.type as EventType
  const schema = EVENT_SCHEMAS[type]
  if (!schema) throw new Error(`there is no event ${type} in this version`)
  const { id, subjects, recorded_at: recordedAt } = row
  return { id, type, subjects, data: schema.parse(row.data), recordedAt } as VersoEvent
}

async function putOff(ctx: Context, { consumer, event_id, subject, attempts }: Delivery, error: unknown) {
  const reason = messageOf(error).slice(0, MAX_ERROR_LENGTH)
  const failures = attempts + 1
  ctx.log.warn({ consumer, event_id, attempts: failures, error: reason }, 'an event was not handled and is tried again')
  const dueAt = after(ctx.clock.now(), Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS))
  await sql`
    update event_deliveries set due_at = ${dueAt},
      attempts = case when event_id = ${event_id} then ${failures} else attempts end,
      error = case when event_id = ${event_id} then ${reason} else error end
    where consumer = ${consumer} and subject = ${subject} and due_at < ${dueAt}`.execute(ctx.db)
  return new Error(`${consumer} did not handle event ${event_id}: ${reason}`, { cause: error })
}
