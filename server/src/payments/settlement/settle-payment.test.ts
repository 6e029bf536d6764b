import { afterEach, describe, expect, it, vi } from 'vitest'
import { assertBooksAreRight, decide, getCredit, getPayment, statusOf, topup } from '../../../test/build-listed-nft.ts'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildReservation } from '../../../test/build-sale.ts'
import { inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { settlePayment } from './settle-payment.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000
const cancel = (member: Member, id: string) =>
  t.call('POST', `/api/payments/${id}/cancel/`, { token: member.tokens.access })
const lookUp = (id: string) => settlePayment(t.ctx, id)

const NOTHING_HAPPENED = ['Paid', 'Sending to your wallet', 'Yours'].map((name) => ({
  name,
  status: 'FAILED',
  at: null,
}))

describe('top-up', () => {
  it('adds what was paid, once, however often the news comes', async () => {
    const member = await buildMember(t)
    const paymentId = await topup(t, member, 25)
    expect(typeof paymentId).toBe('string')
    for (let count = 0; count < 3; count++) await decide(t, paymentId, 'success')
    await t.runJobs()
    await lookUp(paymentId)
    expect(await getCredit(t, member)).toEqual({ credit: 25, held: 0 })
    expect((await getPayment(t, member, paymentId)).status).toBe('SUCCESS')
    const statement = await t.call('GET', '/api/accounts/credits/entries/', { token: member.tokens.access })
    expect(statement.body.data).toMatchObject([{ kind: 'Top-up', amount: 25, balance: 25 }])
    const csv = await t.call('GET', '/api/accounts/credits/entries.csv', { token: member.tokens.access })
    expect(csv.body).toContain('"Top-up",25.00,25.00')
  })

  it.each([
    [undefined, 'Please enter amount to topup'],
    ['', 'Please enter amount to topup'],
    [0.99, 'Minimum allowed amount is: 1'],
    [0, 'Minimum allowed amount is: 1'],
    [-5, 'Minimum allowed amount is: 1'],
    ['abc', 'Please enter amount to topup'],
  ])('refuses the amount %j', async (amount, message) => {
    const member = await buildMember(t)
    const answer = await t.call('PUT', '/api/accounts/credits/', { token: member.tokens.access, body: { amount } })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ amount: [message] }] } })
  })

  it('is still credited when it is paid after its time, and sent back when it was cancelled', async () => {
    const member = await buildMember(t)
    const [late, cancelled] = [await topup(t, member, 5), await topup(t, member, 7)]
    await cancel(member, cancelled)
    t.clock.advance(61 * MINUTE_MS)
    await t.runJobs()
    expect((await getPayment(t, member, late)).status).toBe('EXPIRED')
    await decide(t, late, 'success')
    await decide(t, cancelled, 'success')
    await t.runJobs()
    expect((await getPayment(t, member, late)).status).toBe('SUCCESS')
    expect((await getPayment(t, member, cancelled)).status).toBe('REFUNDED')
    expect(await getCredit(t, member)).toEqual({ credit: 5, held: 0 })
  })
})

describe('the provider’s word', () => {
  it('is looked up when the webhook is lost', async () => {
    const member = await buildMember(t)
    const paymentId = await topup(t, member, 10)
    t.faults.isEndpointDisabled = true
    await decide(t, paymentId, 'success')
    expect(await getCredit(t, member)).toEqual({ credit: 0, held: 0 })
    t.clock.advance(MINUTE_MS)
    await t.runJobs()
    t.faults.isEndpointDisabled = false
    expect(await getCredit(t, member)).toEqual({ credit: 10, held: 0 })
  })

  it('keeps the reservation after a declined card, and ends it when the buyer cancels at the provider', async () => {
    const { buyer, paymentId, listing } = await buildReservation(t)
    await decide(t, paymentId, 'failed')
    await lookUp(paymentId)
    expect((await getPayment(t, buyer, paymentId)).status).toBe('FAILED')
    expect(await statusOf(t, listing)).toBe('PAYMENT_PROCESSING')
    await decide(t, paymentId, 'canceled')
    await lookUp(paymentId)
    expect(await getPayment(t, buyer, paymentId)).toMatchObject({ status: 'CANCELED', steps: NOTHING_HAPPENED })
    expect(await statusOf(t, listing)).toBe('ACTIVE')
    expect(await getCredit(t, buyer)).toEqual({ credit: 10, held: 0 })
  })

  it('refunds money that comes after the buyer’s own cancel, even while the listing is free', async () => {
    const { buyer, paymentId, listing } = await buildReservation(t)
    await cancel(buyer, paymentId)
    await decide(t, paymentId, 'success')
    await t.runJobs()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
    expect(await statusOf(t, listing)).toBe('ACTIVE')
  })

  it('does not let a cancel send money back that is there already', async () => {
    const { buyer, paymentId, listing } = await buildReservation(t)
    t.faults.isEndpointDisabled = true
    await decide(t, paymentId, 'success')
    t.faults.isEndpointDisabled = false
    expect((await cancel(buyer, paymentId)).status).toBe(409)
    expect(await statusOf(t, listing)).toBe('PAID')
  })

  it.each([
    ['less', { paid_amount_cents: 2_400 }, 24],
    ['more', { paid_amount_cents: 2_600 }, 26],
    ['to another receiver', { paid_receiver: '0x00000000000000000000000000000000DeaDBeef' }, null],
  ])('never delivers when %s was paid: a person decides', async (_name, paid, captured) => {
    const { buyer, paymentId, listing } = await buildReservation(t)
    await decide(t, paymentId, 'pending')
    await payWrong(paymentId, paid)
    await lookUp(paymentId)
    expect((await getPayment(t, buyer, paymentId)).status).toBe('NEEDS_REVIEW')
    expect(await statusOf(t, listing)).toBe('ACTIVE')
    const admin = await buildMember(t, { isAdmin: true })
    const list = await t.call('GET', '/api/admin/payments/', { token: admin.tokens.access, site: 'admin' })
    const found = list.body.data.find((each: { id: string }) => each.id === paymentId)
    expect(found).toMatchObject({ captured, user: { id: buyer.id }, reason: expect.stringContaining('instead of') })
    const action = captured === null ? 'resolve' : 'refund'
    expect(found.actions).toContain(action)
    const decision = { token: admin.tokens.access, site: 'admin' as const, body: { action } }
    expect((await t.call('PUT', `/api/admin/payments/${paymentId}/`, decision)).status).toBe(200)
    await t.runJobs()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
  })
})

it('a payment that has come to its end is not asked about again, however often its events are repeated', async () => {
  const member = await buildMember(t)
  const paymentId = await topup(t, member, 10)
  for (let count = 0; count < 2; count++) {
    await decide(t, paymentId, 'success')
    await t.runJobs()
    const dueAt = t.ctx.db.selectFrom('payments').select('due_at').where('id', '=', paymentId)
    expect(await dueAt.executeTakeFirstOrThrow()).toEqual({ due_at: null })
  }
})

describe('a crash', () => {
  it.each(['settle-payment.before-commit', 'settle-payment.after-commit', 'receive-webhook.after-commit'] as const)(
    'at %s loses nothing and doubles nothing',
    async (failpoint) => {
      const member = await buildMember(t)
      const paymentId = await topup(t, member, 40)
      t.ctx.failpoints.arm(failpoint)
      await decide(t, paymentId, 'success')
      await t.runJobs({ failOnError: false })
      expect(t.ctx.failpoints.listArmed()).toEqual([])
      t.clock.advance(MINUTE_MS)
      await t.sandbox.settle()
      await t.runJobs()
      expect(await getCredit(t, member)).toEqual({ credit: 40, held: 0 })
    },
  )

  it('of the provider that lasts half an hour delays a refund, and needs no person', async () => {
    const { buyer, paymentId } = await buildReservation(t)
    await cancel(buyer, paymentId)
    await decide(t, paymentId, 'success')
    const away = vi.spyOn(t.ctx.payments, 'refund').mockRejectedValue(new Error('connect ECONNREFUSED'))
    const isOver = t.clock.now().getTime() + 30 * MINUTE_MS
    for (; t.clock.now().getTime() < isOver; t.clock.advance(30_000)) await t.runJobs()
    const refund = t.ctx.db.selectFrom('refunds').select('status').where('payment_id', '=', paymentId)
    expect(await refund.executeTakeFirst()).toEqual({ status: 'WAITING' })
    expect(away.mock.calls.length).toBeLessThan(11)
    away.mockRestore()
    t.clock.advance(60 * MINUTE_MS)
    await t.runJobs()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
  })

  it('between the provider’s refund and ours pays back once', async () => {
    const { buyer, paymentId } = await buildReservation(t)
    await cancel(buyer, paymentId)
    await decide(t, paymentId, 'success')
    t.ctx.failpoints.arm('refund.after-provider')
    await t.runJobs({ failOnError: false })
    expect(t.ctx.failpoints.listArmed()).toEqual([])
    t.clock.advance(MINUTE_MS)
    await t.runJobs()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
  })
})

describe('a webhook', () => {
  const post = (headers: Record<string, string>, body: unknown) =>
    t.call('POST', '/api/payments/webhooks/sandbox/', {
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })

  it('that is forged is refused and moves nothing', async () => {
    const member = await buildMember(t)
    const paymentId = await topup(t, member, 10)
    const body = { type: 'payment.succeeded', data: { payment_id: paymentId } }
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(t.clock.now().getTime() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    }
    expect((await post(headers, body)).status).toBe(400)
    expect((await post({}, body)).status).toBe(400)
    expect((await t.call('POST', '/api/payments/webhooks/stripe/', { body })).status).toBe(404)
    const events = await t.ctx.db
      .selectFrom('payment_events')
      .select('id')
      .where('payment_id', '=', paymentId)
      .execute()
    expect(events).toHaveLength(0)
  })

  it('that lies is only a hint: the provider is asked', async () => {
    const member = await buildMember(t)
    const paymentId = await topup(t, member, 10)
    await t.call('POST', `/api/payments/${paymentId}/session/`, { token: member.tokens.access })
    await t.runJobs()
    expect(await getCredit(t, member)).toEqual({ credit: 0, held: 0 })
  })
})

/** Writes into the sandbox's own store what its test cards do. */
async function payWrong(
  paymentId: string,
  paid: { paid_amount_cents?: number; paid_receiver?: string },
): Promise<void> {
  await inSandbox(
    t,
    `update sandbox.payments set state = 'succeeded', paid_amount_cents = $2, paid_receiver = $3 where payment_id = $1`,
    [paymentId, paid.paid_amount_cents ?? null, paid.paid_receiver ?? null],
  )
}
