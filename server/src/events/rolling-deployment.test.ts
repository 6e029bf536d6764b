import { EVENT_SCHEMAS } from '@verso/protocol/events'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { listStuckDeliveries } from './find-stuck-deliveries.ts'
import { type BoundConsumer, bindConsumer } from './consumer.ts'
import { buildConsumer, countHandled, deliver, lock, withConsumers } from './events.test-support.ts'

const t = useTestApp()
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
afterEach(() => t.ctx.db.deleteFrom('event_deliveries').execute())

/** The same consumer in a version that does nothing for `member.locked`. */
const other: BoundConsumer = bindConsumer<'follow.created'>(
  { name: 'mails', types: ['follow.created'] },
  { 'follow.created': async () => undefined },
)
const waiting = () => t.ctx.db.selectFrom('event_deliveries').select(['event_id', 'attempts']).execute()

test('an event that an older worker has no handler for waits for a newer one, and is no failure', async () => {
  const newer = buildConsumer('mails')
  const ctx = withConsumers(t, [newer])
  const id = await lock(ctx, ctx.random.id())
  for (let minute = 0; minute < 10; minute++) {
    await deliver(ctx, [other])
    t.clock.advance(MINUTE_MS)
  }
  expect(await waiting()).toEqual([{ event_id: id, attempts: 0 }])
  expect(await listStuckDeliveries(ctx.db)).toEqual([])
  expect(await deliver(ctx, [newer])).toBeUndefined()
  expect(await countHandled(ctx, 'mails', id)).toBe(1)
  expect(await waiting()).toEqual([])
})

test('an event that no version handles any more ends after an hour, and holds up its subject no longer', async () => {
  const ctx = withConsumers(t, [other])
  await lock(ctx, ctx.random.id())
  t.clock.advance(HOUR_MS + 1)
  vi.spyOn(ctx.log, 'warn').mockReturnValueOnce()
  expect(await deliver(ctx, [other])).toBeUndefined()
  expect(await waiting()).toEqual([])
})

test('an event of a type that this version does not know is no failure for an hour, and one from then on', async () => {
  const ctx = withConsumers(t, [other])
  await lock(ctx, ctx.random.id())
  const known = EVENT_SCHEMAS['member.locked']
  onTestFinished(() => void Object.assign(EVENT_SCHEMAS, { 'member.locked': known }))
  Object.assign(EVENT_SCHEMAS, { 'member.locked': undefined })
  for (let minute = 0; minute < 10; minute++) {
    await deliver(ctx, [other])
    t.clock.advance(MINUTE_MS)
  }
  expect(await waiting()).toMatchObject([{ attempts: 0 }])
  t.clock.advance(HOUR_MS)
  await deliver(ctx, [other])
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
})
