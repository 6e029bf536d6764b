import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { launchChild } from '../embedded/launch-child.test-support.ts'
import { findProblems } from '../health/find-problems.ts'
import { deliverDue } from './deliver-events.ts'
import { buildConsumer, countHandled, deliver, lock, withConsumers } from './events.test-support.ts'
import { recordEvent } from './record-event.ts'

const t = useTestApp()
const HOUR_MS = 3_600_000

afterEach(async () => {
  expect(t.ctx.failpoints.listArmed()).toEqual([])
  await t.ctx.db.deleteFrom('event_deliveries').execute()
})

const waiting = async () =>
  await t.ctx.db
    .selectFrom('event_deliveries')
    .select(['consumer', 'event_id', 'attempts'])
    .orderBy('position')
    .execute()

describe('recording', () => {
  test('is undone with its cause', async () => {
    const mails = buildConsumer('mails')
    const ctx = withConsumers(t, [mails])
    const userId = t.ctx.random.id()
    const cause = inTransaction(ctx.db, async (tx) => {
      await recordEvent(ctx, tx, {
        type: 'member.locked',
        subjects: [{ type: 'user', id: userId }],
        data: { user_id: userId },
      })
      throw new Error('the cause failed')
    })
    await expect(cause).rejects.toThrow('the cause failed')
    expect(await waiting()).toEqual([])
    const events = sql<{ id: string }>`select id from events where data ->> 'user_id' = ${userId}`
    expect((await events.execute(ctx.db)).rows).toEqual([])
  })

  test('keeps what the type’s schema names, and one row for each consumer that waits for the type', async () => {
    const [mails, audit, other] = ['mails', 'audit', 'other'].map((name) => buildConsumer(name))
    const ctx = withConsumers(t, [mails!, audit!, other!])
    const consumers = ctx.consumers.map((consumer) =>
      consumer.name === 'other' ? { ...consumer, types: ['nft.sold'] as const } : consumer,
    )
    const userId = ctx.random.id()
    const data = { user_id: userId, phone: '+94771234567' }
    const id = await inTransaction(ctx.db, (tx) =>
      recordEvent({ ...ctx, consumers }, tx, { type: 'member.locked', subjects: [{ type: 'user', id: userId }], data }),
    )
    const event = await ctx.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ type: 'member.locked', data: { user_id: userId } })
    expect(event.data).not.toHaveProperty('phone')
    expect(await waiting()).toEqual(['mails', 'audit'].map((consumer) => ({ consumer, event_id: id, attempts: 0 })))
  })
})

test('a consumer gets no row for an event that it does not want when it happens', async () => {
  const ctx = withConsumers(t, [buildConsumer('mails'), buildConsumer('webhooks')])
  const [mails, webhooks] = ctx.consumers
  const consumers = [mails!, { ...webhooks!, isWanted: () => sql<boolean>`false` }]
  const id = await lock({ ...ctx, consumers }, ctx.random.id())
  expect(await waiting()).toEqual([{ consumer: 'mails', event_id: id, attempts: 0 }])
  const wanted = [mails!, { ...webhooks!, isWanted: () => sql<boolean>`true` }]
  await lock({ ...ctx, consumers: wanted }, ctx.random.id())
  expect((await waiting()).map(({ consumer }) => consumer).toSorted()).toEqual(['mails', 'mails', 'webhooks'])
})

test('the waiting events of several subjects are handled in one transaction', async () => {
  const consumer = buildConsumer('together')
  const ctx = withConsumers(t, [consumer])
  for (let count = 0; count < 3; count++) await lock(ctx, ctx.random.id())
  expect(await deliver(ctx, [consumer])).toBeUndefined()
  const { rows } = await sql`
    select count(*)::int as events, count(distinct xmin::text)::int as transactions from settings where key like 'together %'`.execute(
    ctx.db,
  )
  expect(rows).toEqual([{ events: 3, transactions: 1 }])
})

test('two workers that race handle each event once, and those of one subject in their order', async () => {
  const handled: { subject: string; id: string }[] = []
  const consumer = buildConsumer('racing', async (tx, { id, subjects }) => {
    await sql`select pg_sleep(0.002)`.execute(tx)
    handled.push({ subject: subjects[0]?.id ?? '', id })
  })
  const ctx = withConsumers(t, [consumer])
  const users = Array.from({ length: 4 }, () => ctx.random.id())
  const recorded = new Map<string, string[]>(users.map((user) => [user, []]))
  for (let round = 0; round < 10; round++) {
    for (const user of users) recorded.get(user)?.push(await lock(ctx, user))
  }
  await Promise.all([deliverDue(ctx, [consumer]), deliverDue(ctx, [consumer])])
  // A worker that found every first event taken ends early; the sweep comes again.
  await deliverDue(ctx, [consumer])
  expect(await waiting()).toEqual([])
  for (const user of users) {
    expect(handled.filter(({ subject }) => subject === user).map(({ id }) => id)).toEqual(recorded.get(user))
  }
})

describe('a worker that dies', () => {
  test.each(['deliver-event.before-commit', 'deliver-event.after-commit'] as const)(
    'at %s has handled the event once in the end',
    async (point) => {
      const consumer = buildConsumer('mails')
      const ctx = withConsumers(t, [consumer])
      const id = await lock(ctx, ctx.random.id())
      ctx.failpoints.arm(point)
      expect(await deliver(ctx, [consumer])).toMatchObject({ name: 'Crash' })
      expect(await countHandled(ctx, 'mails', id)).toBe(point === 'deliver-event.after-commit' ? 1 : 0)
      expect(await deliver(ctx, [consumer])).toBeUndefined()
      expect(await countHandled(ctx, 'mails', id)).toBe(1)
      expect(await waiting()).toEqual([])
    },
  )

  test('with its connection in the middle leaves the event to the next, and no failure is counted', async () => {
    let isFirst = true
    const consumer = buildConsumer('mails', async (tx) => {
      if (isFirst) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).finally(() => (isFirst = false))
    })
    const ctx = withConsumers(t, [consumer])
    const id = await lock(ctx, ctx.random.id())
    expect(await deliver(ctx, [consumer])).toBeInstanceOf(Error)
    expect(await waiting()).toEqual([{ consumer: 'mails', event_id: id, attempts: 0 }])
    expect(await deliver(ctx, [consumer])).toBeUndefined()
    expect(await countHandled(ctx, 'mails', id)).toBe(1)
  })

  test('killed while it handles an event has done nothing, and the next worker does it once', async () => {
    const consumer = buildConsumer('mails')
    const ctx = withConsumers(t, [consumer])
    const id = await lock(ctx, ctx.random.id())
    const worker = launchChild(`
      const { openDatabase } = await load('../db/client.ts')
      const { createFailpoints } = await load('../failpoints.ts')
      const { deliverDue } = await load('../events/deliver-events.ts')
      const ctx = {
        db: openDatabase(${JSON.stringify(ctx.config.database.url)}, log), log, failpoints: createFailpoints(),
        clock: { now: () => new Date(${ctx.clock.now().getTime() + HOUR_MS}) },
      }
      const handle = async (tx, event) => {
        await tx.insertInto('settings').values({ key: 'mails ' + event.id, value: '1', updated_at: new Date() }).execute()
        print('handling')
        await new Promise(() => setInterval(() => undefined, 1_000))
      }
      await deliverDue(ctx, [{ name: 'mails', handle }])
    `)
    expect(await worker.nextLine()).toBe('handling')
    expect(await deliver(ctx, [consumer])).toBeUndefined()
    expect(await countHandled(ctx, 'mails', id)).toBe(0)
    await worker.kill()
    // PostgreSQL sees the lost connection in its own time.
    const again = async () => {
      await deliverDue(ctx, [consumer])
      return countHandled(ctx, 'mails', id)
    }
    await expect.poll(again, { timeout: 60_000 }).toBe(1)
    expect(await waiting()).toEqual([])
  })
})

describe('a consumer that fails', () => {
  test('holds up neither another consumer nor other subjects, and its own subject keeps its order', async () => {
    const done: string[] = []
    let broken = ''
    const failing = buildConsumer('failing', async (_tx, { id }) => {
      if (id === broken) throw new Error('no such mailbox')
      done.push(id)
    })
    const other = buildConsumer('other')
    const ctx = withConsumers(t, [failing, other])
    const [held, free] = [ctx.random.id(), ctx.random.id()]
    const first = await lock(ctx, held)
    const second = await lock(ctx, held)
    const elsewhere = await lock(ctx, free)
    broken = first
    expect(await deliver(ctx, [failing, other])).toMatchObject({
      message: `failing did not handle event ${first}: no such mailbox`,
    })
    expect(done).toEqual([elsewhere])
    for (const id of [first, second, elsewhere]) expect(await countHandled(ctx, 'other', id)).toBe(1)
    expect(await countHandled(ctx, 'failing', first)).toBe(0)

    broken = ''
    const third = await lock(ctx, held)
    expect(await deliver(ctx, [failing, other])).toBeUndefined()
    expect(done).toEqual([elsewhere])
    t.clock.advance(10_000)
    expect(await deliver(ctx, [failing, other])).toBeUndefined()
    expect(done).toEqual([elsewhere, first, second, third])
    expect(await waiting()).toEqual([])
  })

  test('is tried less and less often, told to the operator, and told no more once it succeeds', async () => {
    let isBroken = true
    const consumer = buildConsumer('mails', async () => {
      if (isBroken) throw new Error('no such mailbox')
    })
    const ctx = withConsumers(t, [consumer])
    const id = await lock(ctx, ctx.random.id())
    const told = async () => (await findProblems(ctx)).filter(({ key }) => key === 'events mails')
    const pauses: number[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      await deliver(ctx, [consumer])
      if (attempt === 3) expect(await told()).toEqual([])
      const row = await ctx.db.selectFrom('event_deliveries').selectAll().executeTakeFirstOrThrow()
      const ms = row.due_at.getTime() - t.clock.now().getTime()
      pauses.push(Math.ceil(ms / 1_000))
      t.clock.advance(ms)
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600])
    expect(await told()).toEqual([
      expect.objectContaining({ part: 'workers', detail: expect.stringContaining('1 events wait') }),
    ])
    isBroken = false
    expect(await deliver(ctx, [consumer])).toBeUndefined()
    expect(await countHandled(ctx, 'mails', id)).toBe(1)
    expect(await told()).toEqual([])
  })
})

test('without its jobs an event is found by the sweep', async () => {
  const consumer = buildConsumer('mails')
  const ctx = withConsumers(t, [consumer])
  const id = await lock(ctx, ctx.random.id())
  await sql`delete from pgboss.job`.execute(ctx.db)
  expect(await deliver(ctx, [consumer])).toBeUndefined()
  expect(await countHandled(ctx, 'mails', id)).toBe(1)
})
