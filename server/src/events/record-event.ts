import { EVENT_SCHEMAS, type EventData, type EventSubject, type EventType } from '@verso/protocol/events'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { deliverEventsJob } from './jobs.ts'
import { LIVE_CHANNEL, liveFramesOf } from './live-frames.ts'

type NewEvent<T extends EventType> = {
  type: T
  /** What changed, then whom it concerns. */
  subjects: readonly [EventSubject, ...EventSubject[]]
  data: EventData<T>
}

/**
 * Records what `tx` brought about, at the end of it: event, frames for open pages, and a row for each consumer that waits for the type, exist if and only
 * if `tx` commits. The job is only a bell.
 * @returns the event's id, by which it is known outside
 */
export async function recordEvent<T extends EventType>(
  ctx: Pick<Context, 'clock' | 'consumers' | 'jobs' | 'random'>,
  tx: Tx,
  { type, subjects, data }: NewEvent<T>,
): Promise<string> {
  const id = ctx.random.id()
  const at = ctx.clock.now()
  const frames = liveFramesOf({ type, subjects, data, at })
  const consumers = ctx.consumers.flatMap(({ name, types }) => (types.includes(type) ? [name] : []))
  // What the schema does not name is not kept.
  const kept = JSON.stringify(EVENT_SCHEMAS[type].parse(data))
  await sql`
    with event as (
      insert into events (id, type, subjects, data, recorded_at)
      values (${id}::uuid, ${type}, ${JSON.stringify(subjects)}::jsonb, ${kept}::jsonb, ${at}::timestamptz)
    ), delivery as (
      insert into event_deliveries (consumer, event_id, recorded_at, subject, due_at)
      select consumer, ${id}::uuid, ${at}::timestamptz, ${nameOf(subjects[0])}, ${at}::timestamptz
      from unnest(${consumers}::text[]) as consumer
    ) ${frames.length === 0 ? sql`select` : tellOpenPages(frames)}`.execute(tx)
  if (consumers.length > 0) await ctx.jobs.enqueue(tx, deliverEventsJob, {})
  return id
}

/** The notification is only a bell. */
const tellOpenPages = (frames: readonly RawBuilder<unknown>[]) => sql`, frame as (
      insert into live_frames (audience, user_id, kind, subject_type, subject_id, created_at) values ${sql.join(frames)}
    ) select pg_notify(${LIVE_CHANNEL}, '')`

const nameOf = ({ type, id }: EventSubject): string => `${type}:${id}`
