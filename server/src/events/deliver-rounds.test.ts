import { afterEach, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { deliverDue } from './deliver-events.ts'
import { buildConsumer, lock, withConsumers } from './events.test-support.ts'

const t = useTestApp()
afterEach(async () => void (await t.ctx.db.deleteFrom('event_deliveries').execute()))

test('a backlog is handled in rounds, so that the sweep can say that it is alive', async () => {
  const slow = buildConsumer('slow', async () => t.clock.advance(100))
  const ctx = withConsumers(t, [slow])
  for (let count = 0; count < 50; count++) await lock(ctx, t.ctx.random.id())
  const countWaiting = async () => (await t.ctx.db.selectFrom('event_deliveries').select('event_id').execute()).length
  const left: unknown[] = []
  for (let round = 0; round < 3; round++) left.push(await deliverDue(ctx, [slow]), await countWaiting())
  expect(left).toEqual(['a part', 30, 'a part', 10, undefined, 0])
})
