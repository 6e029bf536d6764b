import { EVENT_SCHEMAS, type EventData, type EventSubject, type EventType } from '@verso/protocol/events'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { deliverEventsJob } from './jobs.ts'
import { addLiveFrames } from './live-frames.ts'

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
  const recorded_at = ctx.clock.now()
  await tx
    .insertInto('events')
    .values({
      id,
      type,
      subjects: JSON.stringify(subjects),
      // What the schema does not name is not kept.
      data: JSON.stringify(EVENT_SCHEMAS[type].parse(data)),
      recorded_at,
    })
    .execute()
  await addLiveFrames(tx, { type, subjects, data, at: recorded_at })
  const consumers = ctx.consumers.filter(({ types }) => types.includes(type))
  if (consumers.length === 0) return id
  const delivery = { event_id: id, recorded_at, subject: nameOf(subjects[0]), due_at: recorded_at }
  await tx
    .insertInto('event_deliveries')
    .values(consumers.map(({ name }) => ({ consumer: name, ...delivery })))
    .execute()
  await ctx.jobs.enqueue(tx, deliverEventsJob, {})
  return id
}

const nameOf = ({ type, id }: EventSubject): string => `${type}:${id}`
