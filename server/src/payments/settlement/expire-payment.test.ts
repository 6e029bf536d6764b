import { afterEach, describe, expect, it } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  decide,
  freshToken,
  getCredit,
  getPayment,
  reserve,
  statusOf,
} from '../../../test/build-listed-nft.ts'
import { buildReservation } from '../../../test/build-sale.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { findPayment } from '../records/payment-row.ts'
import { reconcilePaymentsSweep } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000
const lookUp = (id: string) => settlePayment(t.ctx, id)
const reconcile = () => reconcilePaymentsSweep.run(t.ctx)

const NOTHING_HAPPENED = ['Paid', 'Sending to your wallet', 'Yours'].map((name) => ({
  name,
  status: 'FAILED',
  at: null,
}))

describe('a reservation that runs out', () => {
  it('frees the listing, and late money still buys it while it is free', async () => {
    const { buyer, paymentId, listing } = await buildReservation(t)
    await t.call('POST', `/api/payments/${paymentId}/session/`, { token: buyer.tokens.access })
    t.clock.advance(16 * MINUTE_MS)
    await reconcile()
    const expired = await getPayment(t, buyer, paymentId)
    expect(expired).toMatchObject({ status: 'EXPIRED', steps: NOTHING_HAPPENED })
    expect(await statusOf(t, listing)).toBe('ACTIVE')
    await decide(t, paymentId, 'success')
    await lookUp(paymentId)
    expect(await statusOf(t, listing)).toBe('PAID')
    expect(await getCredit(t, buyer)).toEqual({ credit: 9.8, held: 0.2 })
  })

  it('ends a listing whose own end has come meanwhile, and its seller is told so', async () => {
    const { listing, seller } = await buildReservation(t)
    const end = new Date(t.clock.now().getTime() + MINUTE_MS)
    await t.ctx.db.updateTable('listings').set({ expires_at: end }).where('id', '=', listing.id).execute()
    t.clock.advance(16 * MINUTE_MS)
    await reconcile()
    expect(await statusOf(t, listing)).toBe('INACTIVE')
    await t.runJobs()
    const { body } = await t.call('GET', '/api/notifications/', { token: await freshToken(t, seller) })
    expect(body.data).toMatchObject([{ kind: 'listing.expired' }])
  })

  it('ends the listing of a work whose mint has failed meanwhile, after a reorganisation', async () => {
    const { listing, nft } = await buildReservation(t)
    await t.ctx.db.updateTable('nfts').set({ mint_status: 'FAILED' }).where('id', '=', nft.id).execute()
    t.clock.advance(16 * MINUTE_MS)
    await reconcile()
    expect(await statusOf(t, listing)).toBe('INACTIVE')
  })

  it('sends late money back when another buyer holds the listing', async () => {
    const { buyer, paymentId, listing, nft } = await buildReservation(t)
    t.clock.advance(16 * MINUTE_MS)
    await reconcile()
    const second = await buildBuyer(t)
    const secondId = await reserve(t, second, nft)
    await decide(t, paymentId, 'success')
    await lookUp(paymentId)
    await reconcile()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
    expect((await getPayment(t, second, secondId)).status).toBe('CREATED')
    expect(await statusOf(t, listing)).toBe('PAYMENT_PROCESSING')
  })

  it.each(['was cancelled', 'ran out'])('of a member who left after it %s: late money goes back', async (how) => {
    const { buyer, paymentId, listing } = await buildReservation(t)
    if (how === 'was cancelled') {
      await decide(t, paymentId, 'canceled')
      await lookUp(paymentId)
    } else {
      t.clock.advance(16 * MINUTE_MS)
      await reconcile()
    }
    await t.ctx.db
      .updateTable('sessions')
      .set({ second_factor_at: t.clock.now() })
      .where('id', '=', buyer.sessionId)
      .execute()
    const token = await freshToken(t, buyer)
    expect((await t.call('DELETE', '/api/accounts/credits/', { token })).status).toBe(200)
    expect((await t.call('DELETE', '/api/users/me/', { token })).body.errors).toBeUndefined()
    await decide(t, paymentId, 'success')
    await lookUp(paymentId)
    await reconcile()
    expect(await statusOf(t, listing)).toBe('ACTIVE')
    expect((await findPayment(t.ctx.db, paymentId))?.status).toBe('REFUNDED')
  })

  it('is extended while the provider is at work, for at most an hour', async () => {
    const { buyer, paymentId, listing } = await buildReservation(t)
    await decide(t, paymentId, 'pending')
    await lookUp(paymentId)
    for (let minutes = 0; minutes < 55; minutes += 5) {
      t.clock.advance(5 * MINUTE_MS)
      await reconcile()
      expect(await statusOf(t, listing)).toBe('PAYMENT_PROCESSING')
    }
    t.clock.advance(10 * MINUTE_MS)
    await reconcile()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('EXPIRED')
    expect(await statusOf(t, listing)).toBe('ACTIVE')
  })

  it('is noticed when it was paid in the last moment without a word', async () => {
    const { paymentId, listing } = await buildReservation(t)
    t.faults.isEndpointDisabled = true
    await decide(t, paymentId, 'success')
    t.faults.isEndpointDisabled = false
    t.clock.advance(16 * MINUTE_MS)
    await lookUp(paymentId)
    expect(await statusOf(t, listing)).toBe('PAID')
  })
})
