import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { openDatabase } from '../db/client.ts'
import { buildConsumer, deliver, lock, withConsumers } from './events.test-support.ts'
import { keepEventPartitionsSweep } from './keep-partitions.ts'

const t = useTestApp()
const consumer = buildConsumer('mails')
const MARCH = new Date('2027-03-31T23:59:59Z')

/** The product at this moment. */
const at = (time: Date | string) => ({
  ...withConsumers(t, [consumer]),
  clock: createTestClock(new Date(time).getTime()),
})
const sweepAt = (time: string) => keepEventPartitionsSweep.run(at(time))

async function listPartitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`.execute(
    t.ctx.db,
  )
  return rows.map(({ name }) => name)
}

/** In which partition each event is. */
async function placeOf(id: string): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from events where id = ${id}`.execute(t.ctx.db)
  return rows[0]?.place
}

beforeEach(async () => {
  await t.ctx.db.deleteFrom('event_deliveries').execute()
  const owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
  await sql`delete from events`.execute(owner)
  await sql`select drop_event_partitions('3000-01-01')`.execute(owner)
  await owner.destroy()
})

test('months are made ahead, by the application’s role', async () => {
  await sweepAt('2026-11-30T23:00:00Z')
  expect(await listPartitions()).toEqual(['events_2026_11', 'events_2026_12', 'events_2027_01', 'events_default'])
  await sweepAt('2026-12-01T00:00:00Z')
  expect(await listPartitions()).toContain('events_2027_02')
})

test('a missing month fails no cause, and what was recorded meanwhile moves into it', async () => {
  const ctx = at(MARCH)
  const id = await lock(ctx, ctx.random.id())
  expect(await placeOf(id)).toBe('events_default')
  await keepEventPartitionsSweep.run(ctx)
  expect(await placeOf(id)).toBe('events_2027_03')
  expect(await deliver(ctx, [consumer])).toBeUndefined()
})

test('a month is kept for 90 days after its end, and longer while an event in it is not handled', async () => {
  await sweepAt('2027-03-01T00:00:00Z')
  const ctx = at(MARCH)
  const id = await lock(ctx, ctx.random.id())
  await sweepAt('2027-06-29T23:59:58Z')
  expect(await listPartitions()).toContain('events_2027_03')
  await sweepAt('2027-06-30T00:00:00Z')
  expect(await placeOf(id)).toBe('events_2027_03')

  expect(await deliver(at('2027-06-30T00:00:00Z'), [consumer])).toBeUndefined()
  await sweepAt('2027-06-29T23:59:58Z')
  expect(await listPartitions()).toContain('events_2027_03')
  await sweepAt('2027-06-30T00:00:00Z')
  expect(await listPartitions()).not.toContain('events_2027_03')
  expect(await placeOf(id)).toBeUndefined()
})

test('what stayed without a month is deleted in its time, but not before it is handled', async () => {
  const ctx = at('2025-01-15T00:00:00Z')
  const [handled, waits] = [await lock(ctx, ctx.random.id()), await lock(ctx, ctx.random.id())]
  await t.ctx.db.deleteFrom('event_deliveries').where('event_id', '=', handled).execute()
  await sweepAt('2025-04-20T00:00:00Z')
  expect([await placeOf(handled), await placeOf(waits)]).toEqual([undefined, 'events_default'])
})

test('the application’s role changes, removes and drops nothing by itself', async () => {
  const ctx = at('2026-11-30T00:00:00Z')
  await keepEventPartitionsSweep.run(ctx)
  await lock(ctx, ctx.random.id())
  for (const statement of [
    `update events set type = 'x'`,
    'delete from events',
    'truncate events',
    'drop table events_2026_11',
    'select from events_2026_11',
    'delete from events_default',
  ]) {
    await expect(sql.raw(statement).execute(ctx.db), statement).rejects.toThrow(/permission denied|must be owner/)
  }
})
