import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { purgeExpired } from '../../identity/sessions/purge-expired.ts'
import { deliverWebhooks, deliverWebhooksSweep } from './deliver-webhooks.ts'
import { useWebhooks } from './webhooks.test-support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const t = useTestApp()
const { receiver, call, create, deliveriesOf, lock } = useWebhooks(t)

/** So many that a refusal has deferred by an hour, and that are due now. */
async function letWait(count: number): Promise<{ id: string }> {
  const webhook = await create(['member.locked'])
  receiver.reply = { status: 500 }
  for (let left = count; left > 0; left--) await lock()
  await t.runJobs()
  t.clock.advance(HOUR_MS)
  receiver.received = []
  return webhook
}

test('an address that answers slowly is asked once in a round, so that others have their turn', async () => {
  const { id } = await letWait(2)
  receiver.reply = { status: 204, afterMs: 1_100 }
  await deliverWebhooks(t.ctx, id)
  expect(receiver.received).toHaveLength(1)
  await deliverWebhooks(t.ctx, id)
  expect(receiver.received).toHaveLength(2)
})

test('a round of very many ends after two seconds, and the sweep tells that it is alive', async () => {
  await letWait(4)
  receiver.reply = () => {
    t.clock.advance(1_010)
    return { status: 204 }
  }
  const rounds: unknown[] = []
  while (receiver.received.length < 4 && rounds.length < 10) rounds.push(await deliverWebhooksSweep.run(t.ctx))
  // At most two in each: a post that took a real second ends its round sooner.
  expect(rounds.length).toBeGreaterThan(1)
  expect(rounds).toContain('a part')
  expect(receiver.received).toHaveLength(4)
})

test('a delivery is kept for 90 days while its address is paused, and 30 days from its last attempt', async () => {
  const { id } = await create()
  await call('POST', `${id}/pause/`)
  await lock()
  await t.runJobs()
  t.clock.advance(60 * DAY_MS)
  await purgeExpired.run(t.ctx)
  await call('POST', `${id}/resume/`)
  await t.runJobs()
  expect(receiver.received).toHaveLength(1)
  await purgeExpired.run(t.ctx)
  expect(await deliveriesOf(id)).toHaveLength(1)
  await call('POST', `${id}/pause/`)
  await lock()
  await t.runJobs()
  t.clock.advance(31 * DAY_MS)
  await purgeExpired.run(t.ctx)
  expect(await deliveriesOf(id)).toEqual([expect.objectContaining({ status: 'waiting' })])
  t.clock.advance(60 * DAY_MS)
  await purgeExpired.run(t.ctx)
  expect(await deliveriesOf(id)).toEqual([])
})
