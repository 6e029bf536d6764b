import { EVENT_SCHEMAS, type EventData, type EventSubject, type EventType } from '@verso/protocol/events'
import { type RawBuilder, sql } from 'kysely'
import type { Context, EventConsumer } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { ringing } from '../jobs/bells/bell.ts'
import { deliverEventsBell } from './bell.ts'
import { LIVE_CHANNEL, liveFramesOf } from './live-frames.ts'

export type NewEvent<T extends EventType> = {
  type: T
  /** The thing that changed, then the members whom it concerns. */
  subjects: readonly [EventSubject, ...EventSubject[]]
  data: EventData<T>
}
type AnyEvent = { [T in EventType]: NewEvent<T> }[EventType]
type Recorder = Pick<Context, 'clock' | 'consumers' | 'random'>

/**
 * Records what `tx` brought about, at the end of it: event, frames for open pages, and a row for each consumer that waits for the type, exist if and only
 * if `tx` commits, which wakes the workers and the pages.
 * @returns the event's id, by which it is known outside
 */
export async function recordEvent<T extends EventType>(ctx: Recorder, tx: Tx, event: NewEvent<T>): Promise<string> {
  const [id] = await recordEvents(ctx, tx, [event as unknown as AnyEvent])
  return id as string
}

/** The same for several, in one statement. */
export async function recordEvents(ctx: Recorder, tx: Tx, events: readonly AnyEvent[]): Promise<string[]> {
  const at = ctx.clock.now()
  const recorded = events.map((event) => ({ id: ctx.random.id(), at, ...event }))
  const frames = recorded.flatMap((event) => liveFramesOf(event))
  const deliveries = recorded.flatMap((event) => deliveriesOf(ctx, event))
  const news = [
    ...(deliveries.length === 0 ? [] : [ringing(deliverEventsBell)]),
    ...(frames.length === 0 ? [] : [sql`pg_notify(${LIVE_CHANNEL}, '')`]),
  ]
  await sql`
    with event as (
      insert into events (id, type, subjects, data, recorded_at) values ${sql.join(recorded.map(rowOf))}
    )${deliveries.length === 0 ? sql`` : deliverTo(deliveries)}${frames.length === 0 ? sql`` : showOnOpenPages(frames)}
    select ${sql.join(news)}`.execute(tx)
  return recorded.map(({ id }) => id)
}

type Recorded = AnyEvent & { id: string; at: Date }

/** Fields that the schema does not name are not kept. */
function rowOf({ id, type, subjects, data, at }: Recorded): RawBuilder<unknown> {
  const kept = JSON.stringify(EVENT_SCHEMAS[type].parse(data))
  return sql`(${id}::uuid, ${type}, ${JSON.stringify(subjects)}::jsonb, ${kept}::jsonb, ${at}::timestamptz)`
}

/** A query of the rows of one event: none when no consumer names its type. */
function deliveriesOf({ consumers }: Recorder, { id, type, subjects, at }: Recorded): RawBuilder<unknown>[] {
  const waiting = consumers.filter(({ types }) => types.includes(type))
  if (waiting.length === 0) return []
  return [
    sql`select consumer, ${id}::uuid, ${at}::timestamptz, ${nameOf(subjects[0])}::text, ${at}::timestamptz
      from (${consumersOf(waiting, type)}) as waiting`,
  ]
}

/** By name, each that wants an event of the type now. */
function consumersOf(waiting: readonly EventConsumer[], type: EventType): RawBuilder<unknown> {
  const [some, always] = [waiting.filter(({ isWanted }) => isWanted), waiting.filter(({ isWanted }) => !isWanted)]
  const names = sql`select unnest(${always.map(({ name }) => name)}::text[]) as consumer`
  const others = some.map(({ name, isWanted }) => sql` union all select ${name} where ${isWanted?.(type)}`)
  return sql`${names}${sql.join(others, sql``)}`
}

const deliverTo = (deliveries: readonly RawBuilder<unknown>[]) => sql`, delivery as (
      insert into event_deliveries (consumer, event_id, recorded_at, subject, due_at)
      ${sql.join(deliveries, sql` union all `)}
    )`

const showOnOpenPages = (frames: readonly RawBuilder<unknown>[]) => sql`, frame as (
      insert into live_frames (audience, user_id, kind, subject_type, subject_id, created_at) values ${sql.join(frames)}
    )`

const nameOf = ({ type, id }: EventSubject): string => `${type}:${id}`
