import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { createSession, openSession } from '../../src/payments/checkout/open-session.ts'
import { findPayment, isLive } from '../../src/payments/records/payment-row.ts'
import type { StripeEvent, StripeIntent } from '../providers/stripe-account.ts'
import { useStripeApp } from '../providers/stripe-app.ts'
import type { Outcome, Outside } from './payment-history.ts'
import { testPaymentHistories } from './test-payment-histories.ts'
import { UnreliablePost } from './unreliable-post.ts'

const app = useStripeApp()
const { t } = app
const post = new UnreliablePost<StripeEvent>()
let told = 0

/** The buyer has opened the form; one that is closed may still be open at Stripe. */
async function findIntent(id: string): Promise<StripeIntent | undefined> {
  const find = () => [...app.stripe.account.intents.values()].find(({ metadata }) => metadata.payment_id === id)
  const payment = await findPayment(t.ctx.db, id)
  if (find() || !payment) return find()
  const isOpen = isLive(payment.status) && (!payment.expires_at || payment.expires_at > t.clock.now())
  await (isOpen ? openSession(t.ctx, payment) : createSession(t.ctx, payment))
  return find()
}

async function decide(id: string, outcome: Outcome): Promise<void> {
  const intent = await findIntent(id)
  const { account } = app.stripe
  if (!intent) return
  if (outcome === 'success') account.pay(id)
  else if (outcome === 'canceled') account.cancelIntent(intent.id)
  else account.setStatus(id, outcome === 'failed' ? 'declined' : 'processing')
}

const received = (id: string) => {
  const intent = [...app.stripe.account.intents.values()].find(({ metadata }) => metadata.payment_id === id)
  const isPaid = intent?.status === 'succeeded'
  const refunds = isPaid ? app.stripe.account.refundsOf(intent.id) : []
  const gone = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  return {
    isPaid,
    isDisputed: intent !== undefined && app.stripe.account.isTaken(intent),
    left: isPaid ? intent.amount_received - gone : 0,
  }
}

/** Neither side has money that the other does not know of. */
async function expectAgreement({ id, status }: { id: string; status: PaymentStatus }): Promise<void> {
  const { isPaid, isDisputed, left } = received(id)
  const where = `${status}: ${JSON.stringify(received(id))}`
  if (status === 'SUCCESS' || status === 'REFUND_DUE') expect(left > 0 && !isDisputed, where).toBe(true)
  else if (status === 'REFUNDED') expect(left === 0 || isDisputed, where).toBe(true)
  else if (status === 'DISPUTED') expect(left === 0 || isDisputed, where).toBe(true)
  else if (status !== 'NEEDS_REVIEW') expect(isPaid, where).toBe(false)
}

const stripe: Outside = {
  runs: { short: 10, perRound: 20 },
  useFaults: (faults) => {
    post.faults = faults
  },
  decide,
  payWrong: async (id, kind) => {
    const intent = await findIntent(id)
    if (intent) app.stripe.account.pay(id, { amountReceived: intent.amount + (kind % 2 === 0 ? 100 : -100) })
  },
  payBack: async (id) => {
    const intent = await findIntent(id)
    const { left } = received(id)
    if (intent && left > 0)
      app.stripe.account.createRefund(new URLSearchParams({ payment_intent: intent.id, amount: String(left) }))
  },
  chargeBack: async (id) => {
    if (await findIntent(id)) app.stripe.account.dispute(id)
  },
  endRefund: async (id, status) => {
    const intent = await findIntent(id)
    const refund = intent && app.stripe.account.refundsOf(intent.id).find((each) => each.status !== 'failed')
    if (refund && (status === 'failed' || refund.status === 'pending')) app.stripe.account.endRefund(refund.id, status)
  },
  refundsBecome: (status) => {
    app.stripe.account.refundStatus = status
  },
  // Refused for a day under the same key, failed after it was made, or no answer at all.
  breakRefund: (kind) =>
    app.stripe.failNext('/v1/refunds', { status: [402, 500, 0][kind % 3] ?? 500, isExecuted: kind % 2 === 0 }),
  postEvents: async () => {
    const fresh = app.stripe.account.events.slice(told)
    told = app.stripe.account.events.length
    await post.post(fresh, async (event) => {
      const { headers, payload } = app.stripe.sign(event)
      const answer = await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe/', headers, payload })
      expect(answer.statusCode, event.type).toBe(200)
    })
  },
  forge: async (id) => {
    const object = { object: 'payment_intent', id: 'pi_forged', metadata: { payment_id: id } }
    const payload = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data: { object } })
    const seconds = Math.floor(t.clock.now().getTime() / 1000)
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)}` }
    const answer = await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe/', headers, payload })
    expect(answer.statusCode).toBe(400)
  },
  expectAgreement,
}

// Cases are told in the log: here they are what is asked for.
beforeEach(() => void vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

describe('any history of a payment at Stripe', () => testPaymentHistories(t, () => stripe))
