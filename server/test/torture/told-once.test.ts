import type { EventData, EventType } from '@verso/protocol/events'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { Crash, type Failpoint } from '../../src/failpoints.ts'
import { connectClient } from '../../src/db/connect-client.ts'
import { bindConsumers } from '../../src/bind-consumers.ts'
import { deliverDue } from '../../src/events/deliver-events.ts'
import { sweepMessages } from '../../src/messages/sweep-messages.ts'
import { mailLinesSweep } from '../../src/notifications/lines/mail-lines.ts'
import { deliverWebhooksSweep } from '../../src/notifications/webhooks/deliver-webhooks.ts'
import { releaseEarningsSweep } from '../../src/payments/earnings/earnings-holds.ts'
import { refundPayment } from '../../src/payments/refunds/refund-payment.ts'
import { settlePayment } from '../../src/payments/settlement/settle-payment.ts'
import { useWebhooks } from '../../src/notifications/webhooks/webhooks.test-support.ts'
import { buildBuyer, decide, reserve, topup } from '../build-listed-nft.ts'
import { buildAdmin, buildMember } from '../build-member.ts'
import { buildListing, buildNft } from '../build-nft.ts'
import { complete, fail, pay } from '../build-sale.ts'
import { giveEarnings } from '../give-credits.ts'
import { seededRandom } from '../seeded-random.ts'
import { useTestApp } from '../test-app.ts'

/** 200 in `npm run torture`. */
const KILLS = process.env.TORTURE_ROUNDS === undefined ? 10 : Number(process.env.TORTURE_ROUNDS) * 8
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_124)
const KILLS_A_BATCH = 10
/** The work dies at one of these, after so many of them at most. */
const POINTS: ReadonlySet<Failpoint> = new Set([
  'deliver-event.before-commit',
  'deliver-event.after-commit',
  'mail-lines.before-commit',
  'deliver-message.before-send',
  'deliver-message.after-send',
  'deliver-webhook.after-send',
])
const MOST_PASSAGES = 20
/** Rows that a worker has taken are another's after this. */
const LEASE_MS = 61_000

type Reader = [userId: string, told: string, mailed?: RegExp]

/** Each event of money or ownership with its readers, said apart from the product. */
const READERS: { [T in EventType]?: (data: EventData<T>) => Reader[] } = {
  'nft.sold': ({ seller_id, creator_id, royalty_cents }) => [
    [seller_id, 'nft.sold', /^You sold /],
    ...(royalty_cents > 0 ? [[creator_id, 'royalty.received', /^A royalty for /] satisfies Reader] : []),
  ],
  'order.paid': ({ buyer_id }) => [[buyer_id, 'order.paid']],
  'order.delivered': ({ buyer_id }) => [[buyer_id, 'order.delivered', /^Your receipt for “/]],
  'order.refunded': ({ user_id }) => [[user_id, 'order.refunded', / USD are on their way back to you$/]],
  'topup.completed': ({ user_id }) => [[user_id, 'topup.completed', /^Your receipt for transaction credits$/]],
  'earnings.released': ({ user_id }) => [[user_id, 'earnings.released']],
  'payout.approved': ({ user_id }) => [[user_id, 'payout.approved', /^Your payout was approved$/]],
  'payout.paid': ({ user_id }) => [[user_id, 'payout.paid', /^Your payout was sent$/]],
}
const TYPES = Object.keys(READERS) as EventType[]

const t = useTestApp()
const { receiver, create } = useWebhooks(t)
const random = seededRandom(SEED)

test(
  `killed ${KILLS} times while it tells what happened, each reader is told once, and mailed and called at least once (seed ${SEED})`,
  async () => {
    await create(TYPES)
    const sent = recordMails()
    for (let kills = 0; kills < KILLS; kills += KILLS_A_BATCH) {
      await trade()
      for (let kill = 0; kill < KILLS_A_BATCH; kill++) await tellUntilKilled(kill % 2 === 0 ? 'crash' : 'cut')
      await tellAll()
    }
    const events = await t.ctx.db.selectFrom('events').selectAll().where('type', 'in', TYPES).execute()
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(TYPES))
    const readers = events.flatMap(({ type, data }) => READERS[type as 'nft.sold']?.(data as never) ?? [])
    await expectToldOnce(readers)
    await expectMailed(readers, sent)
    expectCalled(events.map(({ id }) => id))
  },
  60_000 + KILLS * 15_000,
)

/** Two sales, one of them by another than the creator, a sale that fails, a top-up and a payout; nothing is told yet. */
async function trade(): Promise<void> {
  const [creator, seller, admin] = [await buildMember(t), await buildMember(t), await buildAdmin(t)]
  const sales = [
    [creator, 'sold'],
    [seller, 'sold'],
    [seller, 'failed'],
  ] as const
  for (const [owner, end] of sales) {
    const nft = await buildNft(t, { creator, owner })
    const listing = await buildListing(t, { nft, priceCents: 2_500 })
    const buyer = await buildBuyer(t)
    await pay(t, { listing, paymentId: await reserve(t, buyer, nft) })
    if (end === 'sold') await complete(t, listing)
    else await fail(t, listing)
  }
  const topupId = await topup(t, seller, 20)
  await decide(t, topupId, 'success')
  await settlePayment(t.ctx, topupId)
  await giveEarnings(t, { userId: seller.id, amountCents: 10_000 })
  const fiat = { holder: 'S', country: 'DE', currency: 'EUR', account_number: 'DE89370400440532013000', bank_name: 'B' }
  await t.call('POST', '/api/accounts/fiats/', { token: seller.tokens.access, body: fiat })
  const payout = await t.call('POST', '/api/payouts/', { token: seller.tokens.access, body: { amount: 40 } })
  for (const body of [{ status: 'APPROVED' }, { status: 'PAID', reference: 'R1' }]) {
    const path = `/api/admin/payouts/${payout.body.data.id}/`
    const { status } = await t.call('PUT', path, { site: 'admin', token: admin.tokens.access, body })
    expect(status).toBe(200)
  }
  await releaseEarningsSweep.run(t.ctx)
  const refunds = await t.ctx.db.selectFrom('refunds').select('id').where('status', '=', 'WAITING').execute()
  for (const { id } of refunds) await refundPayment(t.ctx, id)
}

/** A worker's rounds: deliver all that is due. */
async function tellAll(): Promise<void> {
  await deliverDue(t.ctx, bindConsumers(t.ctx))
  await mailLinesSweep.run(t.ctx)
  await sweepMessages.run(t.ctx)
  await deliverWebhooksSweep.run(t.ctx)
}

/** From one moment on nothing of the worker goes on: it dies at each step, or has lost its connections. */
async function tellUntilKilled(how: 'crash' | 'cut'): Promise<void> {
  const { failpoints } = t.ctx
  let left = 1 + Math.floor(random() * MOST_PASSAGES)
  let cut: Promise<void> | undefined
  const reach = (name: Failpoint): void => {
    if (!POINTS.has(name) || --left > 0) return
    if (how === 'crash') throw new Crash(name)
    cut ??= cutConnections()
  }
  t.ctx.failpoints = { ...failpoints, reach }
  await tellAll().catch(() => undefined)
  t.ctx.failpoints = failpoints
  await cut
  t.clock.advance(LEASE_MS)
}

async function cutConnections(): Promise<void> {
  const owner = await connectClient(t.ownerUrl, { statementTimeoutMs: 10_000 })
  await owner.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await owner.end()
}

/** A provider that is handed mails; those of one id are one mail. */
function recordMails(): ReadonlyMap<string, string> {
  const sent = new Map<string, string>()
  const send = async ({ id, subject, to }: { id: string; subject: string; to: string }) => {
    expect(sent.get(id) ?? `${to} ${subject}`).toBe(`${to} ${subject}`)
    sent.set(id, `${to} ${subject}`)
    return { providerRef: id }
  }
  t.ctx.mailer = { name: 'smtp', send, check: async () => undefined }
  return sent
}

const countOf = (names: string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]).toSorted())

async function expectToldOnce(readers: Reader[]): Promise<void> {
  const kinds = [...new Set(readers.map(([, kind]) => kind))]
  const lines = await t.ctx.db
    .selectFrom('notifications')
    .select(['user_id', 'kind'])
    .where('kind', 'in', kinds)
    .execute()
  expect(countOf(lines.map(({ user_id, kind }) => `${user_id} ${kind}`))).toEqual(
    countOf(readers.map(([userId, kind]) => `${userId} ${kind}`)),
  )
  const { rows } = await sql`select from event_deliveries`.execute(t.ctx.db)
  expect(rows).toEqual([])
}

async function expectMailed(readers: Reader[], sent: ReadonlyMap<string, string>): Promise<void> {
  const mails = await t.ctx.db
    .selectFrom('messages')
    .innerJoin('users', 'users.email', 'messages.recipient')
    .select(['messages.id', 'users.id as user_id', 'subject', 'messages.status'])
    .execute()
  expect(mails.filter(({ id, status }) => status !== 'SENT' || !sent.has(id))).toEqual([])
  const patterns = [...new Set(readers.flatMap(([, , mailed]) => mailed?.source ?? []))]
  const named = mails.flatMap(({ user_id, subject }) =>
    patterns.filter((source) => new RegExp(source).test(subject ?? '')).map((source) => `${user_id} ${source}`),
  )
  expect(countOf(named)).toEqual(
    countOf(readers.flatMap(([userId, , mailed]) => (mailed ? [`${userId} ${mailed.source}`] : []))),
  )
}

function expectCalled(eventIds: string[]): void {
  const byId = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']))
  expect([...byId.keys()].toSorted()).toEqual(eventIds.toSorted())
  for (const calls of byId.values()) expect(new Set(calls.map(({ text }) => text)).size).toBe(1)
}
