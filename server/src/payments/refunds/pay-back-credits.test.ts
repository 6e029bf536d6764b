import { afterEach, expect, test } from 'vitest'
import {
  assertBooksAreRight,
  buildListedNft,
  buy,
  decide,
  getCredit,
  getPayment,
  reserve,
  topup,
} from '../../../test/build-listed-nft.ts'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const payBack = (member: Member) =>
  t.call('POST', '/api/accounts/credits/refund/', { token: member.tokens.access, body: {} })
const stateOf = async (member: Member) =>
  (await t.call('GET', '/api/users/me/deletion/', { token: member.tokens.access })).body.data

async function paidTopup(member: Member, amount: number): Promise<string> {
  const paymentId = await topup(t, member, amount)
  await decide(t, paymentId, 'success')
  await t.runJobs()
  t.clock.advance(1_000)
  return paymentId
}

/** Two top-ups, of which 0.20 is held for a purchase. */
async function partlySpent() {
  const member = await buildMember(t)
  await buildWallet(t, { userId: member.id })
  const [older, newer] = [await paidTopup(member, 10), await paidTopup(member, 5)]
  const { nft } = await buildListedNft(t)
  const purchaseId = await reserve(t, member, nft)
  return { member, older, newer, purchaseId }
}

const refundsOf = async (...paymentIds: string[]) =>
  t.ctx.db
    .selectFrom('refunds')
    .select(['payment_id', 'amount_cents', 'status'])
    .where('payment_id', 'in', paymentIds)
    .orderBy('amount_cents')
    .execute()
const balanceOf = async (kind: string) =>
  (await listAccountTotals(t.ctx.db)).find((row) => row.kind === kind)?.balanceCents ?? 0

test('what is left of top-ups goes back to their cards, the newest first', async () => {
  const { member, older, newer } = await partlySpent()
  expect(await stateOf(member)).toMatchObject({ credits_to_give_up: 14.8, credits_to_pay_back: 14.8 })
  expect((await payBack(member)).body.data).toEqual({ credit: 0, held: 0.2 })
  expect((await getPayment(t, member, newer)).status).toBe('REFUND_DUE')
  await t.runJobs()
  expect(await refundsOf(older, newer)).toEqual([
    { payment_id: newer, amount_cents: 500, status: 'DONE' },
    { payment_id: older, amount_cents: 980, status: 'DONE' },
  ])
  const refunded = await getPayment(t, member, older)
  expect(refunded).toMatchObject({
    status: 'REFUNDED',
    note: '9.80 USD that were left of this top-up were paid back.',
  })
  const { pathname, search } = new URL(refunded.receipt_url)
  expect((await t.call('GET', pathname + search)).body).toContain('9.80 USD were refunded.')
})

test('credits that no top-up brought are left to be given up', async () => {
  const member = await buildMember(t)
  await giveCredits(t, { userId: member.id, amountCents: 1_000 })
  const paymentId = await paidTopup(member, 5)
  expect(await stateOf(member)).toMatchObject({ credits_to_give_up: 15, credits_to_pay_back: 5 })
  expect((await payBack(member)).body.data).toEqual({ credit: 10, held: 0 })
  expect(await stateOf(member)).toMatchObject({ credits_to_give_up: 10, credits_to_pay_back: 0 })
  await t.runJobs()
  expect((await getPayment(t, member, paymentId)).status).toBe('REFUNDED')
})

test('the account can be deleted once the money is back, not while it is on its way', async () => {
  const member = await buildMember(t)
  await paidTopup(member, 5)
  await payBack(member)
  const leave = () => t.call('DELETE', '/api/users/me/', { token: member.tokens.access })
  expect((await leave()).body.errors).toEqual(['Your account cannot be deleted yet. It still has 1 open order.'])
  await t.runJobs()
  expect((await leave()).status).toBe(200)
})

test('asked for many times at once, it is paid back once', async () => {
  const member = await buildMember(t)
  const paymentId = await paidTopup(member, 30)
  const answers = await Promise.all(Array.from({ length: 8 }, () => payBack(member)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  await t.runJobs()
  expect(await refundsOf(paymentId)).toEqual([{ payment_id: paymentId, amount_cents: 3_000, status: 'DONE' }])
})

test('an admin’s refund of the same top-up at the same time does not pay twice', async () => {
  const [member, admin] = [await buildMember(t), await buildAdmin(t)]
  const [one, other] = [await paidTopup(member, 30), await paidTopup(member, 20)]
  const byAdmin = t.call('PUT', `/api/admin/payments/${one}/`, {
    site: 'admin',
    token: admin.tokens.access,
    body: { action: 'refund' },
  })
  const [refund, paidBack] = await Promise.all([byAdmin, payBack(member)])
  expect(paidBack.status).toBe(200)
  expect([200, 409]).toContain(refund.status)
  await t.runJobs()
  expect(await refundsOf(one, other)).toEqual([
    { payment_id: other, amount_cents: 2_000, status: 'DONE' },
    { payment_id: one, amount_cents: 3_000, status: 'DONE' },
  ])
  expect(await getCredit(t, member)).toEqual({ credit: 0, held: 0 })
})

test('a purchase at the same time has its network fee or is refused, and the rest goes back', async () => {
  const member = await buildMember(t)
  await buildWallet(t, { userId: member.id })
  const paymentId = await paidTopup(member, 5)
  const { nft } = await buildListedNft(t)
  const [bought, paidBack] = await Promise.all([buy(t, member, nft), payBack(member)])
  expect(paidBack.status).toBe(200)
  const heldCents = bought.status === 200 ? 20 : 0
  if (heldCents === 0) expect(bought.body.code).toBe('credits_short')
  expect(await getCredit(t, member)).toEqual({ credit: 0, held: heldCents / 100 })
  expect((await refundsOf(paymentId)).map((one) => one.amount_cents)).toEqual([500 - heldCents])
})

test('nothing is paid back while the bank disputes a payment', async () => {
  const member = await buildMember(t)
  const [disputed, kept] = [await paidTopup(member, 30), await paidTopup(member, 20)]
  await chargeBack(t, disputed)
  await settlePayment(t.ctx, disputed)
  expect((await payBack(member)).status).toBe(409)
  expect(await stateOf(member)).toMatchObject({ credits_to_pay_back: 0 })
  expect(await refundsOf(disputed, kept)).toEqual([])
})

test('once the bank has won, a later top-up is paid back, and the account can be deleted', async () => {
  const member = await buildMember(t)
  const disputed = await paidTopup(member, 30)
  await chargeBack(t, disputed)
  await settlePayment(t.ctx, disputed)
  const decision = { site: 'admin', body: { action: 'chargeback_lost' } } as const
  const admin = await buildAdmin(t)
  const path = `/api/admin/payments/${disputed}/`
  expect((await t.call('PUT', path, { ...decision, token: admin.tokens.access })).status).toBe(200)
  const later = await paidTopup(member, 20)
  expect(await stateOf(member)).toMatchObject({ credits_to_pay_back: 20 })
  expect((await payBack(member)).status).toBe(200)
  await t.runJobs()
  expect(await refundsOf(disputed, later)).toMatchObject([{ payment_id: later, status: 'DONE' }])
  expect((await stateOf(member)).remaining).toEqual([])
})

test('a bank that takes the whole top-up back before its rest is refunded costs the platform the spent part', async () => {
  const { member, older } = await partlySpent()
  const before = { losses: await balanceOf('PLATFORM_LOSSES'), undelivered: await balanceOf('SALES_CLEARING') }
  await payBack(member)
  await chargeBack(t, older)
  await settlePayment(t.ctx, older)
  expect(await getPayment(t, member, older)).toMatchObject({ status: 'REFUNDED' })
  await t.runJobs()
  expect(await balanceOf('PLATFORM_LOSSES')).toBe(before.losses - 20)
  expect(await balanceOf('SALES_CLEARING')).toBe(before.undelivered)
})
