import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StandIn, startStandIn } from '../../../test/stand-in.ts'
import { WebhookRejected } from './provider.ts'
import { createStripeProvider } from './stripe.ts'

const TAKEN = { cents: 900, createdAt: new Date(7_000), isLost: false }
const PAYMENT_ID = '0190a0a0-0000-7000-8000-000000000001'
const SECRET = 'whsec_test'
const now = new Date('2026-11-20T12:00:00Z')
let stripe: StandIn
beforeAll(async () => void (stripe = await startStandIn()))
afterAll(() => stripe.stop())
beforeEach(() => stripe.reset())

const provider = () =>
  createStripeProvider(
    { secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: SECRET, apiUrl: stripe.url },
    { now: () => now },
  )
const intent = (change: object = {}) => ({
  id: 'pi_1',
  amount: 2_500,
  amount_received: 0,
  currency: 'usd',
  status: 'requires_payment_method',
  created: 1_800_000_000,
  client_secret: 'pi_1_secret',
  metadata: { payment_id: PAYMENT_ID },
  ...change,
})
const request = {
  paymentId: PAYMENT_ID,
  amountCents: 2_500,
  currency: 'USD',
  purpose: 'Night Bloom',
  commodity: 'USD',
  receiver: 'platform',
  expiresAt: now,
} as const

describe('stripe', () => {
  it('opens a PaymentIntent under our id', async () => {
    stripe.answer('POST /v1/payment_intents', intent())
    const session = await provider().createSession(request)
    expect(session).toEqual({
      providerRef: 'pi_1',
      url: '/pay/stripe/#secret=pi_1_secret',
      options: { publishable_key: 'pk_test', client_secret: 'pi_1_secret' },
    })
    const [sent] = stripe.requests
    expect(sent?.headers).toMatchObject({ authorization: 'Bearer sk_test', 'idempotency-key': PAYMENT_ID })
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toMatchObject({
      amount: '2500',
      currency: 'usd',
      'metadata[payment_id]': PAYMENT_ID,
    })
  })

  it.each([
    [{}, 'created'],
    [{ last_payment_error: { code: 'card_declined' } }, 'failed'],
    [{ status: 'requires_action' }, 'requires_action'],
    [{ status: 'processing' }, 'pending'],
    [{ status: 'canceled' }, 'canceled'],
    [{ status: 'succeeded', amount_received: 2_500 }, 'succeeded'],
    [{ status: 'succeeded', latest_charge: { refunded: true, disputed: false } }, 'refunded'],
  ])('reads the state of %j as %s', async (change, state) => {
    stripe.answer('GET /v1/payment_intents/pi_1', intent(change))
    expect((await provider().fetchPayment(PAYMENT_ID, 'pi_1'))?.state).toBe(state)
  })

  it.each([
    [[], 'disputed'],
    [['needs_response'], 'disputed'],
    [['under_review'], 'disputed'],
    [['lost'], 'disputed'],
    [['warning_needs_response'], 'succeeded'],
    [['warning_under_review'], 'succeeded'],
    [['warning_closed'], 'succeeded'],
    [['won'], 'succeeded'],
    [['lost', 'won'], 'disputed'],
  ])('reads a disputed charge with disputes %j as %s', async (statuses, state) => {
    const latest_charge = { refunded: false, disputed: true }
    stripe.answer('GET /v1/payment_intents/pi_1', intent({ status: 'succeeded', latest_charge }))
    stripe.answer('GET /v1/disputes', {
      data: statuses.map((status) => ({ status, amount: 900, currency: 'usd', created: 7 })),
    })
    expect((await provider().fetchPayment(PAYMENT_ID, 'pi_1'))?.state).toBe(state)
    expect(stripe.requests.at(-1)?.path).toContain('payment_intent=pi_1')
  })

  it.each([
    [
      'open and lost',
      [{ status: 'lost' }, { status: 'needs_response' }, { status: 'won' }],
      [{ ...TAKEN, isLost: true }, TAKEN],
    ],
    ['of another currency', [{ status: 'lost', currency: 'eur' }], undefined],
  ])('reads how much the bank has taken in disputes %s', async (_what, disputes, taken) => {
    const latest_charge = { refunded: false, disputed: true }
    stripe.answer('GET /v1/payment_intents/pi_1', intent({ status: 'succeeded', latest_charge }))
    stripe.answer('GET /v1/disputes', {
      data: disputes.map((one) => ({ amount: 900, currency: 'usd', created: 7, ...one })),
    })
    expect((await provider().fetchPayment(PAYMENT_ID, 'pi_1'))?.disputes).toEqual(taken)
  })

  it('believes the charge where its key may not read disputes', async () => {
    const latest_charge = { refunded: false, disputed: true }
    stripe.answer('GET /v1/payment_intents/pi_1', intent({ status: 'succeeded', latest_charge }))
    stripe.answer('GET /v1/disputes', { error: {} }, 403)
    expect((await provider().fetchPayment(PAYMENT_ID, 'pi_1'))?.state).toBe('disputed')
  })

  it('reads what was received and what it cost', async () => {
    const latest_charge = { refunded: false, disputed: false, balance_transaction: { fee: 103, currency: 'usd' } }
    stripe.answer(
      'GET /v1/payment_intents/pi_1',
      intent({ status: 'succeeded', amount_received: 2_400, latest_charge }),
    )
    expect(await provider().fetchPayment(PAYMENT_ID, 'pi_1')).toMatchObject({
      amountCents: 2_400,
      feeCents: 103,
      currency: 'USD',
      commodity: 'USD',
    })
  })

  it('takes no fee of another currency for cents', async () => {
    const latest_charge = { refunded: false, disputed: false, balance_transaction: { fee: 95, currency: 'eur' } }
    stripe.answer('GET /v1/payment_intents/pi_1', intent({ status: 'succeeded', latest_charge }))
    expect((await provider().fetchPayment(PAYMENT_ID, 'pi_1'))?.feeCents).toBe(0)
  })

  it('finds a payment whose reference was lost, and says when there is none', async () => {
    stripe.answer('GET /v1/payment_intents/search', { data: [intent()], has_more: false })
    expect((await provider().fetchPayment(PAYMENT_ID, null))?.providerRef).toBe('pi_1')
    stripe.answer('GET /v1/payment_intents/pi_2', { error: {} }, 404)
    expect(await provider().fetchPayment(PAYMENT_ID, 'pi_2')).toBeUndefined()
  })

  it('refunds once: a refund that was made is found again', async () => {
    const refund = { refundId: 'r-1', paymentId: PAYMENT_ID, providerRef: 'pi_1', amountCents: 2_500 }
    stripe.answer('GET /v1/refunds', { data: [] })
    stripe.answer('POST /v1/refunds', { id: 're_1', status: 'pending', amount: 2_500 })
    expect(await provider().refund(refund)).toEqual({ providerRef: 're_1', state: 'pending' })
    const made = { id: 're_1', status: 'succeeded', amount: 2_500, metadata: { refund_id: 'r-1' } }
    stripe.answer('GET /v1/refunds', { data: [made] })
    expect(await provider().refund(refund)).toEqual({ providerRef: 're_1', state: 'done' })
    expect(stripe.requests.filter((each) => each.method === 'POST')).toHaveLength(1)
  })

  it('cancels, also what is cancelled already', async () => {
    stripe.answer('POST /v1/payment_intents/pi_1/cancel', { error: { code: 'payment_intent_unexpected_state' } }, 400)
    await provider().cancelSession(PAYMENT_ID, 'pi_1')
  })

  it('takes an outage for an outage', async () => {
    stripe.answer('GET /v1/payment_intents/pi_1', { error: {} }, 500)
    await expect(provider().fetchPayment(PAYMENT_ID, 'pi_1')).rejects.toThrow('answered 500')
  })

  it('lists what was paid, paid back and charged back since a time, page by page', async () => {
    const change = (id: string, type: string, object: object) => ({ id, type, data: { object } })
    const charge = { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }
    const pages = [
      [
        change('evt_1', 'payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' }),
        change('evt_2', 'charge.refunded', { ...charge, refunded: false }),
        change('evt_3', 'charge.refunded', { ...charge, refunded: true }),
      ],
      [change('evt_4', 'charge.dispute.created', { object: 'dispute', id: 'dp_1', payment_intent: 'pi_2' })],
    ]
    stripe.answer('GET /v1/events', () => ({ data: pages.shift(), has_more: pages.length > 0 }))
    expect(await provider().listChanges(now)).toEqual([
      { paymentId: null, providerRef: 'pi_1', state: 'succeeded' },
      { paymentId: null, providerRef: 'pi_1', state: 'partly_refunded' },
      { paymentId: null, providerRef: 'pi_1', state: 'refunded' },
      { paymentId: null, providerRef: 'pi_2', state: 'disputed' },
    ])
    const [first, second] = stripe.requests.map((request) => new URLSearchParams(request.path.split('?')[1]))
    expect(first?.get('created[gte]')).toBe(String(now.getTime() / 1000))
    expect(first?.getAll('types[]')).toContain('charge.dispute.created')
    expect(second?.get('starting_after')).toBe('evt_3')
  })
})

describe('a webhook of stripe', () => {
  const event = (object: object) =>
    Buffer.from(JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object } }))
  const sign = (body: Buffer, seconds: number, secret = SECRET) =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`
  const seconds = now.getTime() / 1000

  it('is taken when it is signed, and names the payment', () => {
    const body = event({ object: 'payment_intent', id: 'pi_1', metadata: { payment_id: PAYMENT_ID } })
    const parsed = provider().parseWebhook(body, { 'stripe-signature': sign(body, seconds) })
    expect(parsed).toEqual({
      eventId: 'evt_1',
      paymentId: PAYMENT_ID,
      providerRef: 'pi_1',
      type: 'payment_intent.succeeded',
      isSigned: true,
    })
    const dispute = event({ object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' })
    expect(provider().parseWebhook(dispute, { 'stripe-signature': sign(dispute, seconds) })).toMatchObject({
      paymentId: null,
      providerRef: 'pi_1',
    })
  })

  it('is refused when it is forged, changed, or too old', () => {
    const body = event({ object: 'payment_intent', id: 'pi_1' })
    const attempts: [Buffer, Record<string, string>][] = [
      [body, {}],
      [body, { 'stripe-signature': sign(body, seconds, 'other') }],
      [body, { 'stripe-signature': sign(body, seconds - 301) }],
      [Buffer.concat([body, Buffer.from(' ')]), { 'stripe-signature': sign(body, seconds) }],
      [body, { 'stripe-signature': `t=${seconds},v1=zz` }],
      [body, { 'stripe-signature': 'nonsense' }],
    ]
    for (const [bytes, headers] of attempts)
      expect(() => provider().parseWebhook(bytes, headers)).toThrow(WebhookRejected)
  })
})
