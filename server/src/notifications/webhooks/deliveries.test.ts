import { describe, expect, test, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { deliverWebhooksSweep } from './deliver-webhooks.ts'
import { useWebhooks } from './webhooks.test-support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const t = useTestApp()
const { receiver, call, create, deliveriesOf, lock } = useWebhooks(t)

const timeOf = (headers: Record<string, unknown>) => new Date(Number(headers['webhook-timestamp']) * 1_000)

/** Hour by hour what is due is tried; that it fails is what the test is about. */
async function failFor(ms: number): Promise<void> {
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  await t.runJobs()
  for (let passed = 0; passed < ms; passed += HOUR_MS) {
    t.clock.advance(HOUR_MS)
    await deliverWebhooksSweep.run(t.ctx)
  }
  log.mockRestore()
}

describe('an event', () => {
  test('is sent to each address that wants its kind, once, signed, without what stays inside', async () => {
    const { id, secret } = await create(['nft.approved'])
    await create(['nft.refused'])
    const [nftId, creatorId] = [t.ctx.random.id(), (await buildMember(t)).id]
    const audit = { actor_id: creatorId, action: 'nft.approved', request_id: 'r', before: {}, after: {} }
    const eventId = await inTransaction(t.ctx.db, (tx) =>
      recordEvent(t.ctx, tx, {
        type: 'nft.approved',
        subjects: [{ type: 'nft', id: nftId }],
        data: { nft_id: nftId, creator_id: creatorId, reason: 'Fine', audit },
      }),
    )
    await t.runJobs()
    expect(receiver.received).toHaveLength(1)
    const { headers, text, body } = receiver.received[0]!
    const recorded = t.ctx.db.selectFrom('events').select('recorded_at').where('id', '=', eventId)
    const { recorded_at } = await recorded.executeTakeFirstOrThrow()
    expect(body).toEqual({
      id: eventId,
      type: 'nft.approved',
      version: 1,
      timestamp: recorded_at.toISOString(),
      subjects: [{ type: 'nft', id: nftId }],
      data: { nft_id: nftId, creator_id: creatorId, reason: 'Fine' },
    })
    expect(headers).toMatchObject({ 'webhook-id': eventId, 'content-type': 'application/json' })
    const at = timeOf(headers)
    expect(Math.abs(at.getTime() - t.clock.now().getTime())).toBeLessThan(10_000)
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(eventId, at, text))
    expect(await deliveriesOf(id)).toEqual([
      expect.objectContaining({
        event_id: eventId,
        kind: 'nft.approved',
        status: 'delivered',
        attempts: 1,
        next_attempt_at: null,
        response_status: 204,
        answer: '',
        error: null,
        duration_ms: expect.any(Number),
      }),
    ])
  })

  test('is signed by both secrets for a day after a rotation', async () => {
    const { id, secret } = await create()
    const { secret: newer } = (await call('POST', `${id}/rotate/`)).body.data
    const signaturesOfNext = async () => {
      await lock()
      await t.runJobs()
      const { headers, text } = receiver.received.at(-1)!
      const [id, at] = [String(headers['webhook-id']), timeOf(headers)]
      const expected = [newer, secret].map((key) => new Webhook(key).sign(id, at, text))
      return { signatures: String(headers['webhook-signature']).split(' '), expected }
    }
    const both = await signaturesOfNext()
    expect(both.signatures).toEqual(both.expected)
    t.clock.advance(DAY_MS)
    const one = await signaturesOfNext()
    expect(one.signatures).toEqual(one.expected.slice(0, 1))
  })

  test('that is not taken is tried again under the same id, after 5 seconds to 24 hours', async () => {
    const { id } = await create()
    receiver.reply = { status: 503, body: 'Later' }
    const eventId = await lock()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      await t.runJobs()
      const delivery = (await deliveriesOf(id))[0]!
      expect(delivery).toMatchObject({ status: 'waiting', attempts: attempt, answer: 'Later', error: 'Answered 503' })
      const dueMs = new Date(delivery.next_attempt_at).getTime()
      waits.push(dueMs - new Date(delivery.attempted_at).getTime())
      t.clock.advance(dueMs - t.clock.now().getTime() - 2_000)
      await t.runJobs()
      expect(receiver.received).toHaveLength(attempt)
      t.clock.advance(2_000)
    }
    expect(waits.every((wait) => wait >= 5_000 && wait <= DAY_MS + 100)).toBe(true)
    expect(waits.slice(0, 8)).toEqual(waits.slice(0, 8).toSorted((a, b) => a - b))
    receiver.reply = { status: 200 }
    await t.runJobs()
    expect(await deliveriesOf(id)).toEqual([expect.objectContaining({ status: 'delivered', attempts: 10 })])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
    expect((await call('GET', `${id}/`)).body.data.failing_since).toBeNull()
  })

  test('waits while its address is paused, and goes out when it is resumed', async () => {
    const { id } = await create()
    await call('POST', `${id}/pause/`)
    await lock()
    await t.runJobs()
    expect(receiver.received).toEqual([])
    expect((await call('POST', `${id}/test/`)).status).toBe(409)
    await call('POST', `${id}/resume/`)
    await t.runJobs()
    expect(receiver.received).toHaveLength(1)
  })

  test('is sent once more on demand, under its id', async () => {
    const { id } = await create()
    const eventId = await lock()
    await t.runJobs()
    const deliveryId = (await deliveriesOf(id))[0]!.id
    const again = await call('POST', `${id}/deliveries/${deliveryId}/redeliver/`)
    expect(again.body.data).toMatchObject({ status: 'waiting', attempts: 0 })
    await t.runJobs()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
    expect(await deliveriesOf(id)).toEqual([expect.objectContaining({ status: 'delivered', attempts: 1 })])
  })
})

test('a test sends an event made up for it', async () => {
  const { id } = await create(['nft.sold'])
  const sent = await call('POST', `${id}/test/`)
  expect([sent.status, sent.body.data]).toMatchObject([201, { kind: 'webhook.test', status: 'waiting' }])
  await t.runJobs()
  expect(receiver.received.map(({ body }) => body)).toEqual([
    expect.objectContaining({ id: sent.body.data.event_id, type: 'webhook.test', version: 1, subjects: [], data: {} }),
  ])
})

describe('an address that takes nothing', () => {
  test('is asked once in a round, however much waits, and holds up no other', async () => {
    const { id } = await create()
    for (let count = 0; count < 5; count++) await lock()
    receiver.reply = { status: 500 }
    await t.ctx.db.updateTable('webhooks').set({ url: 'http://127.0.0.1:1/' }).where('id', '=', id).execute()
    const other = await create()
    receiver.reply = { status: 200 }
    await t.runJobs()
    expect(await deliveriesOf(other.id)).toHaveLength(5)
    expect(receiver.received).toHaveLength(5)
    const [first] = (await deliveriesOf(id)).toReversed()
    expect(first).toMatchObject({ response_status: null, answer: null, error: expect.stringContaining('ECONNREFUSED') })
  })

  test('for five days is switched off, and every admin is told once; resumed, it sends what waited', async () => {
    const admin = await buildAdmin(t)
    const { id } = await create()
    receiver.reply = { status: 500 }
    await lock()
    await failFor(4.9 * DAY_MS)
    expect((await call('GET', `${id}/`)).body.data).toMatchObject({
      state: 'active',
      failing_since: expect.any(String),
    })
    await lock()
    await failFor(1.2 * DAY_MS)
    expect((await call('GET', `${id}/`)).body.data.state).toBe('off')
    const mails = await outboxOf(t, admin.email)
    expect(mails.filter(({ subject }) => subject?.includes('webhook was switched off'))).toHaveLength(1)
    await lock()
    await t.runJobs()
    const statuses = async () => (await deliveriesOf(id)).map(({ status }: { status: string }) => status).toSorted()
    expect(await statuses()).toEqual(['waiting', 'waiting'])
    receiver.reply = { status: 200 }
    await call('POST', `${id}/resume/`)
    await failFor(DAY_MS)
    expect(await statuses()).toEqual(['delivered', 'delivered'])
  })

  test('but what it takes of the rest stays on: what it refuses for five days is given up', async () => {
    const { id } = await create()
    const eventId = await lock()
    receiver.reply = ({ body }) => ({ status: body.id === eventId ? 400 : 200 })
    for (let day = 0; day < 7; day++) {
      await lock()
      await failFor(DAY_MS)
    }
    const deliveries: { event_id: string; status: string }[] = await deliveriesOf(id)
    const failed = deliveries.filter(({ status }) => status !== 'delivered')
    expect(failed).toEqual([expect.objectContaining({ event_id: eventId, status: 'failed', next_attempt_at: null })])
    expect([deliveries.length, (await call('GET', `${id}/`)).body.data.state]).toEqual([8, 'active'])
  })
})

describe('a worker that dies', () => {
  test('after the address has answered sends it once more, under the same id', async () => {
    const { id } = await create()
    const eventId = await lock()
    t.ctx.failpoints.arm('deliver-webhook.after-send')
    await t.runJobs({ failOnError: false })
    expect(t.ctx.failpoints.listArmed()).toEqual([])
    t.clock.advance(60_000)
    await t.runJobs()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
    expect(await deliveriesOf(id)).toEqual([expect.objectContaining({ status: 'delivered', attempts: 2 })])
  })

  test.each(['deliver-event.before-commit', 'deliver-event.after-commit'] as const)(
    'at %s has written one delivery in the end',
    async (point) => {
      const { id } = await create()
      await t.runJobs()
      await lock()
      t.ctx.failpoints.arm(point)
      await t.runJobs({ failOnError: false })
      await t.runJobs()
      expect(await deliveriesOf(id)).toHaveLength(1)
      expect(receiver.received).toHaveLength(1)
    },
  )
})
