import { EVENT_SCHEMAS, type EventType, type VersoEvent } from '@verso/protocol/events'
import { type Selectable, sql } from 'kysely'
import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import { inTransaction, isDatabaseAway, type Tx } from '../db/client.ts'
import type { EventDeliveriesTable, EventsTable } from '../db/types.gen.ts'
import { Crash } from '../failpoints.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import { inOneRound, type Round } from '../jobs/run-sweep.ts'
import { type BoundConsumer, NoHandler } from './consumer.ts'

type Delivery = Pick<Selectable<EventDeliveriesTable>, 'consumer' | 'event_id' | 'subject' | 'attempts'>
type Taken = Delivery & {
  [Column in 'type' | 'subjects' | 'data' | 'recorded_at']: Selectable<EventsTable>[Column] | null
}

const COUNTED_AT_ONCE = 100
/** Handled in one transaction, each of another subject. */
const BATCH = 20
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 3_600_000
const OTHER_VERSION_RETRY_MS = 60_000
/** A worker of the other version, if there is one, has taken it by then. */
const OTHER_VERSION_MS = 3_600_000
const MAX_ERROR_LENGTH = 500

/**
 * Hands over what is due for a round, each consumer by itself: one that fails or is slow holds up none of the others.
 * @throws Error that names the first delivery that failed, once all were tried
 */
export async function deliverDue(ctx: Context, consumers: readonly BoundConsumer[]): Promise<Round> {
  const counts = await countDue(ctx, consumers)
  const waiting = consumers.filter(({ name }) => counts.has(name))
  const rounds = await Promise.allSettled(
    waiting.map((consumer) => deliverTo(ctx, consumer, counts.get(consumer.name))),
  )
  const failed = rounds.find((round) => round.status === 'rejected')
  if (failed) throw failed.reason
  if (rounds.some((round) => round.status === 'fulfilled' && round.value)) return 'a part'
}

/** Most rounds find nothing: a question costs less than a transaction that finds nothing to take. */
async function countDue(ctx: Context, consumers: readonly BoundConsumer[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) from unnest(${consumers.map(({ name }) => name)}::text[]) name
    cross join lateral (
      select from event_deliveries where consumer = name and due_at <= ${ctx.clock.now()} limit ${sql.lit(COUNTED_AT_ONCE)}
    ) due group by name`.execute(ctx.db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

async function deliverTo(ctx: Context, consumer: BoundConsumer, counted = 0): Promise<Round> {
  let firstFailure: Error | undefined
  let size = BATCH
  let [count, left] = [0, counted]
  const round = await inOneRound(ctx.clock, async () => {
    const outcome = await deliverNext(ctx, consumer, Math.min(size, left))
    // One of several fails, and none is handled: each by itself, it is found and deferred.
    if (outcome === 'undone') size = 1
    else {
      // The rest is with other workers, or waits for what they have.
      if (outcome.count === 0) return false
      firstFailure ??= outcome.failure
      count += outcome.count
      left -= outcome.count
      if (left === 0 && count % COUNTED_AT_ONCE === 0) left = (await countDue(ctx, [consumer])).get(consumer.name) ?? 0
    }
    return left > 0
  })
  if (firstFailure) throw firstFailure
  return round
}

type Outcome = { count: number; failure?: Error } | 'undone'

/**
 * Handles the next events: the consumer's writes and the end of the deliveries are one transaction, so each happens once, also
 * when a process dies in between. A failure defers its event and the later ones of its subject.
 */
async function deliverNext(ctx: Context, consumer: BoundConsumer, limit: number): Promise<Outcome> {
  let taken: Taken[] = []
  try {
    await inTransaction(ctx.db, async (tx) => {
      taken = await takeDeliveries(ctx, tx, consumer.name, limit)
      for (const delivery of taken) {
        await handle(ctx, tx, { consumer, event: readEvent(delivery) })
        ctx.failpoints.reach('deliver-event.before-commit')
      }
    })
  } catch (error) {
    const [first, ...others] = taken
    // A crash, and a database that is away, say nothing about the event.
    if (!first || error instanceof Crash || isDatabaseAway(error)) throw error
    if (others.length > 0) return 'undone'
    return { count: 1, failure: await defer(ctx, first, error) }
  }
  for (const _delivery of taken) ctx.failpoints.reach('deliver-event.after-commit')
  return { count: taken.length }
}

/** An event that no worker has a handler for within an hour ends: the version that runs does nothing for it, and later ones of its subject wait. */
async function handle(ctx: Context, tx: Tx, { consumer, event }: { consumer: BoundConsumer; event: VersoEvent }) {
  try {
    await consumer.handle(tx, event)
  } catch (error) {
    if (!(error instanceof NoHandler) || mayBeHandledElsewhere(ctx, event.recordedAt)) throw error
    ctx.log.warn({ consumer: consumer.name, event_id: event.id, error: error.message }, 'an event ended unhandled')
  }
}

const mayBeHandledElsewhere = (ctx: Context, recordedAt: Date): boolean =>
  after(recordedAt, OTHER_VERSION_MS) > ctx.clock.now()

/** Takes away the first waiting events of as many subjects that are due and that no other worker has; they are back when `tx` fails. */
async function takeDeliveries(ctx: Context, tx: Tx, consumer: string, limit: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with next as (
      select consumer, event_id from event_deliveries as waiting
      where consumer = ${consumer} and due_at <= ${ctx.clock.now()} and not exists (
        select from event_deliveries as earlier
        where earlier.consumer = waiting.consumer and earlier.subject = waiting.subject and earlier.position < waiting.position)
      order by due_at, position limit ${limit} for update skip locked
    ), taken as (
      delete from event_deliveries as delivery using next
      where delivery.consumer = next.consumer and delivery.event_id = next.event_id
      returning delivery.consumer, delivery.event_id, delivery.recorded_at, delivery.subject, delivery.attempts,
        delivery.due_at, delivery.position
    )
    select taken.consumer, taken.event_id, taken.subject, taken.attempts, events.type, events.subjects, events.data, events.recorded_at
    from taken left join events on events.id = taken.event_id
      -- finds its partition
      and events.recorded_at = taken.recorded_at
    order by taken.due_at, taken.position`.execute(tx)
  return rows
}

function readEvent({ event_id: id, type: name, subjects, data, recorded_at: recordedAt }: Taken): VersoEvent {
  if (name === null) throw new Error(`there is no event ${id}`)
  const type = name as EventType
  const schema = EVENT_SCHEMAS[type]
  if (!schema) throw new NoHandler(`there is no event ${type} in this version`)
  return { id, type, subjects, data: schema.parse(data), recordedAt } as VersoEvent
}

async function defer(ctx: Context, { consumer, event_id, subject, attempts, recorded_at }: Taken, error: unknown) {
  const reason = messageOf(error).slice(0, MAX_ERROR_LENGTH)
  const isOfOtherVersion = error instanceof NoHandler && recorded_at !== null && mayBeHandledElsewhere(ctx, recorded_at)
  const failures = isOfOtherVersion ? attempts : attempts + 1
  ctx.log.warn({ consumer, event_id, attempts: failures, error: reason }, 'an event was not handled and is tried again')
  const retryMs = isOfOtherVersion ? OTHER_VERSION_RETRY_MS : Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS)
  const dueAt = after(ctx.clock.now(), retryMs)
  await sql`
    update event_deliveries set due_at = ${dueAt},
      attempts = case when event_id = ${event_id} then ${failures} else attempts end,
      error = case when event_id = ${event_id} then ${reason} else error end
    where consumer = ${consumer} and subject = ${subject} and due_at < ${dueAt}`.execute(ctx.db)
  return new Error(`${consumer} did not handle event ${event_id}: ${reason}`, { cause: error })
}
