import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { buildBuyer, buildListedNft, decide, getPayment, reserve, topup } from '../../../test/build-listed-nft.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()

it('a payment is found by every id it has to do with, and tells its history', async () => {
  const { nft, seller, listing } = await buildListedNft(t, { onChain: true, priceCents: 10_000 })
  const [admin, buyer] = [await buildAdmin(t), await buildBuyer(t)]
  const get = async (path: string) =>
    (await t.call('GET', `/api/admin/payments/${path}`, { site: 'admin', token: admin.tokens.access })).body.data
  const paymentId = await reserve(t, buyer, nft)
  await t.call('POST', `/api/payments/${paymentId}/session/`, { token: buyer.tokens.access })
  await decide(t, paymentId, 'success')
  await t.runJobs()

  const [found] = await get(`search/?q=${paymentId}`)
  expect(found).toMatchObject({ id: paymentId, status: 'SUCCESS', user: { email: buyer.email }, captured: 100 })
  const { db } = t.ctx
  const intent = await db
    .selectFrom('chain_intents as i')
    .innerJoin('chain_transaction_intents as ti', 'ti.intent_id', 'i.id')
    .innerJoin('chain_transactions as tx', 'tx.id', 'ti.transaction_id')
    .select(['i.id', 'tx.hash'])
    .where('i.payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const event = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const payout = await t.call('POST', '/api/payouts/', { token: seller.tokens.access, body: { amount: 50 } })
  expect(payout.status).toBe(200)
  const ours = [nft.id, listing.id, buyer.id, intent.id, payout.body.data.id]
  const others = [buyer.email.toUpperCase(), found.provider_ref, event.event_id, intent.hash.toUpperCase()]
  for (const text of [...ours, ...others])
    expect(await get(`search/?q=${encodeURIComponent(text)}`)).toMatchObject([{ id: paymentId }])
  expect(await get('search/?q=nobody@example.test')).toEqual([])

  const history = await get(`${paymentId}/history/`)
  const what = history.map((event: { source: string; what: string }) => `${event.source}: ${event.what}`)
  expect(what[0]).toBe('payment: Created')
  expect(what).toEqual(expect.arrayContaining(['ledger: Purchase paid', 'ledger: Sale', 'chain: SETTLE: CONFIRMED']))
  const missing = { site: 'admin' as const, token: admin.tokens.access }
  expect((await t.call('GET', `/api/admin/payments/${t.ctx.random.id()}/history/`, missing)).status).toBe(404)
})

it('a payment is found by the signature of a Solana transaction, whose letters are of two sizes', async () => {
  const { nft } = await buildListedNft(t, { onChain: true })
  const [admin, buyer] = [await buildAdmin(t), await buildBuyer(t)]
  const paymentId = await reserve(t, buyer, nft)
  await decide(t, paymentId, 'success')
  await t.runJobs()
  const hash = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  const own = t.ctx.db.selectFrom('chain_transaction_intents as ti').select('ti.transaction_id')
  const ofPayment = own.innerJoin('chain_intents as i', 'i.id', 'ti.intent_id').where('i.payment_id', '=', paymentId)
  await t.ctx.db.updateTable('chain_transactions').set({ hash }).where('id', 'in', ofPayment).execute()
  const answer = await t.call('GET', `/api/admin/payments/search/?q=${hash}`, {
    site: 'admin',
    token: admin.tokens.access,
  })
  expect(answer.body.data).toMatchObject([{ id: paymentId }])
})

it('of a member with very many payments the newest are found, and that there are more is told', async () => {
  const [admin, member] = [await buildAdmin(t), await buildMember(t)]
  const first = await topup(t, member, 1)
  await sql`insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'status', 'EXPIRED',
    'provider_ref', null, 'due_at', null, 'idempotency_key', null))).* from payments p, generate_series(1, 200) where p.id = ${first}`.execute(
    t.ctx.db,
  )
  const call = { site: 'admin' as const, token: admin.tokens.access }
  const { data, meta } = (await t.call('GET', `/api/admin/payments/search/?q=${member.email}`, call)).body
  expect([data.length, meta]).toEqual([200, { next_cursor: null, total: 200, total_capped: true }])
})

it('a payment that went back is found by its refund, ours and the provider’s', async () => {
  const [admin, member] = [await buildAdmin(t), await buildBuyer(t)]
  const call = { site: 'admin' as const, token: admin.tokens.access }
  const paymentId = await topup(t, member, 20)
  await decide(t, paymentId, 'success')
  await t.runJobs()
  await t.call('PUT', `/api/admin/payments/${paymentId}/`, { ...call, body: { action: 'refund' } })
  await t.runJobs()
  const refunds = t.ctx.db.selectFrom('refunds').select(['id', 'provider_ref']).where('payment_id', '=', paymentId)
  const { id, provider_ref } = await refunds.executeTakeFirstOrThrow()
  for (const text of [id, provider_ref ?? ''])
    expect((await t.call('GET', `/api/admin/payments/search/?q=${text}`, call)).body.data).toMatchObject([
      { id: paymentId, status: 'REFUNDED' },
    ])
})

it('the history of a sale that was charged back and lost tells the sale and who paid for the loss', async () => {
  const { nft } = await buildListedNft(t, { onChain: true })
  const [admin, buyer] = [await buildAdmin(t), await buildBuyer(t)]
  const call = { site: 'admin' as const, token: admin.tokens.access }
  const paymentId = await reserve(t, buyer, nft)
  await decide(t, paymentId, 'success')
  t.ctx.config.earningsHoldDays = 7
  await t.runJobs()
  t.ctx.config.earningsHoldDays = 0
  await chargeBack(t, paymentId)
  await settlePayment(t.ctx, paymentId)
  const lost = await t.call('PUT', `/api/admin/payments/${paymentId}/`, {
    ...call,
    body: { action: 'chargeback_lost' },
  })
  expect(lost.status).toBe(200)
  expect((await getPayment(t, buyer, paymentId)).note).toBe(
    'Your bank has decided: this payment was taken back, and the order is closed.',
  )
  const history = (await t.call('GET', `/api/admin/payments/${paymentId}/history/`, call)).body.data
  const booked = history.filter((event: { source: string }) => event.source === 'ledger')
  expect(booked.map((event: { what: string }) => event.what)).toEqual(
    expect.arrayContaining(['Purchase paid', 'Sale', 'Chargeback', 'Chargeback lost']),
  )
})
