import { EVENT_SCHEMAS, type EventData, type EventSubject, type EventType } from '@verso/protocol/events'
import { type RawBuilder, sql } from 'kysely'
import type { Context, EventConsumer } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { ringing } from '../jobs/bells/bell.ts'
import { deliverEventsBell } from './bell.ts'
import { LIVE_CHANNEL, liveFramesOf } from './live-frames.ts'

type NewEvent<T extends EventType> = {
  type: T
  /** What changed, then whom it concerns. */
  subjects: readonly [EventSubject, ...EventSubject[]]
  data: EventData<T>
}

/**
 * Records what `tx` brought about, at the end of it: event, frames for open pages, and a row for each consumer that waits for the type, exist if and only
 * if `tx` commits, which wakes the workers and the pages.
 * @returns the event's id, by which it is known outside
 */
export async function recordEvent<T extends EventType>(
  ctx: Pick<Context, 'clock' | 'consumers' | 'random'>,
  tx: Tx,
  { type, subjects, data }: NewEvent<T>,
): Promise<string> {
  const id = ctx.random.id()
  const at = ctx.clock.now()
  const frames = liveFramesOf({ type, subjects, data, at })
  const waiting = ctx.consumers.filter(({ types }) => types.includes(type))
  // What the schema does not name is not kept.
  const kept = JSON.stringify(EVENT_SCHEMAS[type].parse(data))
  const news = [
    ...(waiting.length === 0 ? [] : [ringing(deliverEventsBell)]),
    ...(frames.length === 0 ? [] : [sql`pg_notify(${LIVE_CHANNEL}, '')`]),
  ]
  await sql`
    with event as (
      insert into events (id, type, subjects, data, recorded_at)
      values (${id}::uuid, ${type}, ${JSON.stringify(subjects)}::jsonb, ${kept}::jsonb, ${at}::timestamptz)
    ), delivery as (
      insert into event_deliveries (consumer, event_id, recorded_at, subject, due_at)
      select consumer, ${id}::uuid, ${at}::timestamptz, ${nameOf(subjects[0])}, ${at}::timestamptz
      from (${consumersOf(waiting, type)}) as waiting
    )${frames.length === 0 ? sql`` : showOnOpenPages(frames)} select ${sql.join(news)}`.execute(tx)
  return id
}

/** By name, each that wants an event of the type now. */
function consumersOf(waiting: readonly EventConsumer[], type: EventType): RawBuilder<unknown> {
  const [some, always] = [waiting.filter(({ isWanted }) => isWanted), waiting.filter(({ isWanted }) => !isWanted)]
  const names = sql`select unnest(${always.map(({ name }) => name)}::text[]) as consumer`
  const others = some.map(({ name, isWanted }) => sql` union all select ${name} where ${isWanted?.(type)}`)
  return sql`${names}${sql.join(others, sql``)}`
}

const showOnOpenPages = (frames: readonly RawBuilder<unknown>[]) => sql`, frame as (
      insert into live_frames (audience, user_id, kind, subject_type, subject_id, created_at) values ${sql.join(frames)}
    )`

const nameOf = ({ type, id }: EventSubject): string => `${type}:${id}`
