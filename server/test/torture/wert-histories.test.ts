import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { findPayment } from '../../src/payments/records/payment-row.ts'
import { useWertApp } from '../providers/wert-app.ts'
import type { Outcome, Outside } from './payment-history.ts'
import { testPaymentHistories } from './test-payment-histories.ts'
import { UnreliablePost } from './unreliable-post.ts'

const app = useWertApp()
const { t } = app
type Order = ReturnType<typeof app.wert.start>
const post = new UnreliablePost<string>()
let fresh: string[] = []

const ENDED = ['success', 'failed', 'canceled', 'refunded']
const STATUS: Record<Outcome, string> = {
  success: 'success',
  failed: 'failed',
  pending: 'progress',
  canceled: 'canceled',
}
const ordersOf = (id: string) => app.wert.orders.filter((order) => order.click_id === id)

/** The order that goes on; each card tried after a declined one makes another. */
async function openOrder(id: string): Promise<Order | undefined> {
  const open = ordersOf(id).find((order) => !ENDED.includes(order.status))
  const payment = await findPayment(t.ctx.db, id)
  // A paid one is not paid again: two orders under one payment are a test of their own.
  if (open || !payment || ordersOf(id).some((order) => ['success', 'refunded'].includes(order.status))) return open
  return app.wert.start(id, { currency_amount: payment.amount_cents / 100 })
}

async function move(id: string, status: string, change: Partial<Order> = {}): Promise<void> {
  const order = await openOrder(id)
  if (!order) return
  Object.assign(order, change)
  app.wert.move(order, status)
  fresh.push(id)
}

/** Money that Wert has sent is somewhere here, and nothing is here that it has not sent. */
async function expectAgreement({ id, status }: { id: string; status: PaymentStatus }): Promise<void> {
  const states = ordersOf(id).map((order) => order.status)
  const where = `${status}: ${states.join()}`
  const isPaid = states.includes('success')
  if (status === 'SUCCESS' || status === 'REFUND_DUE') expect(isPaid, where).toBe(true)
  else if (status === 'CANCELED' || status === 'EXPIRED') expect(isPaid, where).toBe(false)
  else if (status === 'REFUNDED') expect(states, where).toContain('refunded')
}

let hints = 0
const wert: Outside = {
  runs: { short: 8, perRound: 20 },
  useFaults: (faults) => {
    post.faults = faults
  },
  decide: (id, outcome) => move(id, STATUS[outcome]),
  payWrong: async (id, kind) => {
    const order = await openOrder(id)
    const wrong = [{ currency_amount: (order?.currency_amount ?? 0) + 1 }, { address: `0x${'d'.repeat(40)}` }]
    await move(id, 'success', wrong[kind % 2])
  },
  payBack: async (id) => {
    const paid = ordersOf(id).find((order) => order.status === 'success')
    if (paid) app.wert.move(paid, 'refunded')
  },
  // Wert answers for its cards itself: a chargeback is not the merchant's.
  chargeBack: async () => undefined,
  postEvents: () =>
    post.post(fresh.splice(0), async (id) => {
      hints += 1
      // Over its network's limit a hint is refused, and the look-ups find what it would have told.
      expect([200, 429]).toContain(await app.hint(id, `note ${hints}`))
    }),
  forge: async (id) => {
    const read = () => findPayment(t.ctx.db, id).then((payment) => payment?.status)
    const before = await read()
    await app.hint(id, 'forged')
    expect(await read()).toBe(before)
  },
  expectAgreement,
}

beforeEach(() => {
  fresh = []
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())

describe('any history of a payment at Wert', () => testPaymentHistories(t, () => wert))
