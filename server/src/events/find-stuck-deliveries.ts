import type { Db } from '../db/client.ts'

/** After so many failures, about a minute, an event waits for a person; it is tried on all the same. */
const STUCK_ATTEMPTS = 5

type StuckDeliveries = { consumer: string; count: number; first: Date; reason: string }

/** By consumer: the events that it fails on again and again. */
export async function listStuckDeliveries(db: Db): Promise<StuckDeliveries[]> {
  const rows = await db
    .selectFrom('event_deliveries')
    .select(['consumer', 'recorded_at', 'error'])
    // Served by the index of those that failed at all.
    .where('attempts', '>', 0)
    .where('attempts', '>=', STUCK_ATTEMPTS)
    .orderBy('recorded_at')
    .limit(1_000)
    .execute()
  const byConsumer = Map.groupBy(rows, (row) => row.consumer)
  return [...byConsumer].map(([consumer, [first, ...others]]) => ({
    consumer,
    count: others.length + 1,
    first: first?.recorded_at ?? new Date(0),
    reason: first?.error ?? '',
  }))
}
