import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertBooksAreRight, buildBuyer, buildOffer, buy, decide, topup } from '../build-offer.ts'
import type { Member } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'
import { inTransaction } from '../../src/db/client.ts'
import { createFaults } from '../../src/embedded/sandbox/faults.ts'
import { runJob } from '../../src/jobs/jobs.ts'
import { cancelPayment, lookBeforeCancel } from '../../src/features/payments/cancel-payment.ts'
import { reconcilePaymentsSweep } from '../../src/features/payments/reconcile-payments.ts'
import { refundPayment } from '../../src/features/payments/refund-payment.ts'
import { settlePayment } from '../../src/features/payments/settle-payment.ts'
import { settlePaymentTask } from '../../src/features/payments/settle-payment.task.ts'

const t = useTestApp()
/** 2,000 histories in `npm run torture`: as many of purchases, and a quarter as many of top-ups. */
const isTorture = process.env.TORTURE_ROUNDS !== undefined
const RUNS = isTorture ? Number(process.env.TORTURE_ROUNDS) * 80 : 15
const MINUTE_MS = 60_000
/** Of each webhook: repeated one to five times, late (and so out of order), or lost. */
const FAULTS = { duplicate: 0.35, delay: 0.25, drop: 0.15 }

/** What can happen to two buyers of one listing, in any order and as often as it likes. */
const STEPS = [
  'reserve',
  'success',
  'failed',
  'pending',
  'canceled',
  'cancel',
  'webhook',
  'wait',
  'reconcile',
  'forge',
] as const
const step = fc.record({ what: fc.constantFrom(...STEPS), who: fc.nat(1), minutes: fc.nat(40) })

describe('any history of a payment', () => {
  it(
    'ends with one winner or none, and every cent accounted for',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.array(step, { minLength: 3, maxLength: 14 }), async (seed, steps) => {
          Object.assign(t.faults, createFaults(seed, FAULTS))
          const { nft, listing } = await buildOffer(t)
          const buyers = [await buildBuyer(t), await buildBuyer(t)] as const
          const payments: string[][] = [[], []]
          for (const { what, who, minutes } of steps) {
            const buyer = buyers[who as 0 | 1]
            await take(what, { buyer, own: payments[who] ?? [], nft, minutes })
            // Thousands of histories fill the books: then they are read once for each.
            if (!isTorture) await assertBooksAreRight(t)
          }
          await settleAll(payments.flat())
          await assertBooksAreRight(t)
          await assertOneWinner(listing.id)
        }),
        { numRuns: RUNS },
      )
    },
    30_000 + RUNS * 1_000,
  )

  it(
    'of a top-up credits what was paid once, or sends it back',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(),
          fc.array(fc.constantFrom('success', 'failed', 'pending', 'canceled', 'webhook', 'wait', 'forge'), {
            maxLength: 8,
          }),
          async (seed, steps) => {
            Object.assign(t.faults, createFaults(seed, FAULTS))
            const member = await buildBuyer(t, { creditCents: 100 })
            const id = await topup(t, member, 30)
            for (const what of steps)
              await take(what as (typeof STEPS)[number], { buyer: member, own: [id], nft: { id: '' }, minutes: 20 })
            await settleAll([id])
            const { status } = await t.ctx.db
              .selectFrom('payments')
              .select('status')
              .where('id', '=', id)
              .executeTakeFirstOrThrow()
            const account = await t.ctx.db
              .selectFrom('ledger_accounts')
              .select('balance_cents')
              .where('user_id', '=', member.id)
              .where('kind', '=', 'CREDIT')
              .executeTakeFirstOrThrow()
            expect(account.balance_cents).toBe(status === 'SUCCESS' ? 3_100 : 100)
            await assertBooksAreRight(t)
          },
        ),
        { numRuns: Math.ceil(RUNS / 4) },
      )
    },
    30_000 + RUNS * 1_000,
  )
})

type Scene = { buyer: Member; own: string[]; nft: { id: string }; minutes: number }

async function take(what: (typeof STEPS)[number], { buyer, own, nft, minutes }: Scene): Promise<void> {
  const id = own.at(-1)
  if (what === 'reserve') {
    const { status, body } = await buy(t, buyer, nft)
    if (status === 200 && body.data.payment_id !== id) own.push(body.data.payment_id)
  } else if (what === 'wait') t.clock.advance(Math.min(minutes, 8) * MINUTE_MS)
  else if (what === 'reconcile') {
    t.clock.advance(minutes * 1_000)
    await reconcilePaymentsSweep.run(t.ctx)
  } else if (what === 'webhook') await deliverWebhooks()
  else if (!id) return
  else if (what === 'cancel') await cancel(id)
  else if (what === 'forge') await forge(id)
  else await decide(t, id, what)
}

async function cancel(id: string): Promise<void> {
  await lookBeforeCancel(t.ctx, id)
  await inTransaction(t.ctx.db, (tx) => cancelPayment(t.ctx, tx, id)).catch(() => undefined)
}

/** Whatever the sandbox still wants to tell arrives, and the look-ups that it asks for are made. */
async function deliverWebhooks(): Promise<void> {
  await t.sandbox.settle()
  const { boss } = t.ctx.jobs
  for (;;) {
    const jobs = await boss.fetch(settlePaymentTask.name, { batchSize: 20 })
    if (jobs.length === 0) return
    for (const job of jobs) {
      await runJob(t.ctx, settlePaymentTask, job)
      await boss.complete(settlePaymentTask.name, job.id)
    }
  }
}

/** A webhook that nobody signed, and one with a signature of something else: refused, and nothing is written down. */
async function forge(id: string): Promise<void> {
  const before = await readBooks(id)
  const body = { type: 'payment.succeeded', data: { payment_id: id, status: 'succeeded' } }
  const seconds = String(Math.floor(t.clock.now().getTime() / 1000))
  const signature = `v1,${Buffer.alloc(32, 1).toString('base64')}`
  const signed = { 'webhook-id': 'evt_forged', 'webhook-timestamp': seconds, 'webhook-signature': signature }
  for (const headers of [{}, signed]) {
    const { status } = await t.call('POST', '/api/payments/webhooks/sandbox/', { body, headers })
    expect(status).toBe(400)
  }
  expect(await readBooks(id)).toEqual(before)
}

async function readBooks(id: string): Promise<object> {
  const { db } = t.ctx
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirst()
  const events = await db.selectFrom('payment_events').select('event_id').where('payment_id', '=', id).execute()
  return { payment, entries, events }
}

/** Lets a day pass, and everything come to its end; nothing is sent on chain. */
async function settleAll(ids: string[]): Promise<void> {
  for (let hour = 0; hour < 3; hour++) {
    t.clock.advance(31 * MINUTE_MS)
    await deliverWebhooks()
    for (const id of ids) await settlePayment(t.ctx, id)
    t.clock.advance(10_000)
    await reconcileAll()
  }
  const waiting = await t.ctx.db.selectFrom('refunds').select('id').where('status', '=', 'WAITING').execute()
  for (const { id } of waiting) await refundPayment(t.ctx, id)
}

/** A sweep takes a batch of what is due, and many histories wait beside this one. */
async function reconcileAll(): Promise<void> {
  const due = t.ctx.db.selectFrom('payments').select('id').where('due_at', '<=', t.clock.now())
  do await reconcilePaymentsSweep.run(t.ctx)
  while (await due.executeTakeFirst())
}

async function assertOneWinner(listingId: string): Promise<void> {
  const payments = await t.ctx.db
    .selectFrom('payments')
    .select(['id', 'status', 'user_id'])
    .where('listing_id', '=', listingId)
    .execute()
  const listing = await t.ctx.db
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  const won = payments.filter((payment) => payment.status === 'SUCCESS')
  expect(won.map((payment) => payment.user_id)).toEqual(listing.status === 'PAID' ? [listing.buyer_id] : [])
  const intents = await t.ctx.db.selectFrom('chain_intents').select('id').where('listing_id', '=', listingId).execute()
  expect(intents).toHaveLength(won.length)
  for (const { status } of payments) expect(['SUCCESS', 'CANCELED', 'EXPIRED', 'REFUNDED']).toContain(status)
}
