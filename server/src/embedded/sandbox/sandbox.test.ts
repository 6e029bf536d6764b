import { describe, expect, it } from 'vitest'
import { buildBuyer, buildListedNft, getCredit, getPayment, reserve, topup } from '../../../test/build-listed-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { closePayment } from '../../payments/records/close-payment.ts'
import { lockPayment } from '../../payments/records/payment-row.ts'
import { settlePayment } from '../../payments/settlement/settle-payment.ts'
import { createFaults } from './faults.ts'

const t = useTestApp()
const MINUTE_MS = 60_000
const origin = () => `http://127.0.0.1:${t.ctx.config.ports.pay}`

/** Opens the page of a new top-up, as the browser would. */
async function openTopup(amount = 10) {
  const member = await buildMember(t)
  const paymentId = await topup(t, member, amount)
  await t.call('POST', `/api/payments/${paymentId}/session/`, { token: member.tokens.access })
  return { member, paymentId }
}

async function act(paymentId: string, path: string, body: unknown = {}) {
  const response = await fetch(`${origin()}/pay/${paymentId}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as any }
}
const payByCard = (paymentId: string, number: string) =>
  act(paymentId, 'card', { number, expiry: '12 / 40', cvc: '123', name: 'Test Person' })

describe('the sandbox’s page', () => {
  it('may be framed by the marketplace alone, and carries the amount', async () => {
    const { paymentId } = await openTopup(12.5)
    const page = await fetch(`${origin()}/pay/${paymentId}?origin=https://evil.test`)
    const html = await page.text()
    expect(html).toContain('12.50')
    expect(html).toContain('data-parent=""')
    // Inside the marketplace's page there are two of them.
    expect(html).toContain('<main class="card" aria-label="Payment">')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`frame-ancestors http://localhost:${t.ctx.config.ports.public}`)
    expect(policy).not.toContain('unsafe')
    expect((await fetch(`${origin()}/pay/${t.ctx.random.id()}`)).status).toBe(404)
    expect((await fetch(`${origin()}/pay/<script>`)).status).toBe(404)
  })

  it('shows what people wrote as text', async () => {
    const { nft } = await buildListedNft(t)
    await t.ctx.db.updateTable('nfts').set({ name: '<img src=x onerror=alert(1)>' }).where('id', '=', nft.id).execute()
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, nft)
    await t.call('POST', `/api/payments/${paymentId}/session/`, { token: buyer.tokens.access })
    expect(await (await fetch(`${origin()}/pay/${paymentId}`)).text()).not.toContain('<img src=x')
  })

  it.each([
    ['4242 4242 4242 4242', 'succeeded'],
    ['4000 0000 0000 0002', 'failed'],
    ['4000 0000 0000 9995', 'failed'],
    ['4000 0000 0000 3220', 'requires_action'],
    ['4000 0000 0000 0119', 'pending'],
    ['4000 0000 0000 0101', 'failover'],
  ])('takes the test card %s: %s', async (number, state) => {
    const { paymentId } = await openTopup()
    expect((await payByCard(paymentId, number)).body.state).toBe(state)
  })

  it('asks for the bank’s step, which may fail and be tried again', async () => {
    const { member, paymentId } = await openTopup()
    await payByCard(paymentId, '4000000000003220')
    expect((await act(paymentId, 'challenge', { result: 'fail' })).body.state).toBe('failed')
    await payByCard(paymentId, '4000000000003220')
    expect((await act(paymentId, 'challenge', { result: 'ok' })).body.event.status).toBe('success')
    await t.runJobs()
    expect(await getCredit(t, member)).toEqual({ credit: 10, held: 0 })
  })

  it('refuses what is no card, and a closed payment', async () => {
    const { paymentId } = await openTopup()
    expect((await payByCard(paymentId, '4242424242424241')).body.error).toContain('not valid')
    expect((await payByCard(paymentId, '5555555555554444')).body.error).toContain('no test card')
    expect(
      (await act(paymentId, 'card', { number: '4242424242424242', expiry: '01 / 20', cvc: '123', name: 'A' })).status,
    ).toBe(422)
    expect((await act(paymentId, 'cancel')).body.state).toBe('canceled')
    expect((await payByCard(paymentId, '4242424242424242')).status).toBe(409)
  })

  it('confirms crypto after a moment', async () => {
    const { member, paymentId } = await openTopup()
    expect((await act(paymentId, 'crypto')).body.state).toBe('pending')
    t.clock.advance(5_000)
    await t.sandbox.settle()
    await t.runJobs()
    expect(await getCredit(t, member)).toEqual({ credit: 10, held: 0 })
  })

  it.each([
    ['4000000000000077', 'succeeds although it was cancelled', 'REFUNDED', 0],
    ['4000000000000010', 'pays too little', 'NEEDS_REVIEW', 0],
    ['4000000000000036', 'pays another receiver', 'NEEDS_REVIEW', 0],
  ])('has a card %s that %s', async (number, _name, status, credit) => {
    const { member, paymentId } = await openTopup()
    await payByCard(paymentId, number)
    if (status === 'REFUNDED')
      await t.call('POST', `/api/payments/${paymentId}/cancel/`, { token: member.tokens.access })
    t.clock.advance(MINUTE_MS)
    await t.sandbox.settle()
    await t.runJobs()
    expect((await getPayment(t, member, paymentId)).status).toBe(status)
    expect((await getCredit(t, member)).credit).toBe(credit)
  })

  it('has a card whose refund fails: a person is asked', async () => {
    const { member, paymentId } = await openTopup()
    // Cancelled here, without the provider hearing of it in time.
    await payByCard(paymentId, '4000000000005126')
    await inTransaction(t.ctx.db, async (tx) => {
      const locked = await lockPayment(tx, paymentId)
      if (locked)
        await closePayment(t.ctx, tx, locked, { status: 'CANCELED', set: { canceled_by_buyer_at: t.clock.now() } })
    })
    await settlePayment(t.ctx, paymentId)
    await t.runJobs()
    expect(await getPayment(t, member, paymentId)).toMatchObject({
      status: 'REFUND_DUE',
      note: expect.stringContaining('by hand'),
    })
  })
})

describe('its webhooks', () => {
  it('come again with back-off until they are taken', async () => {
    const { paymentId } = await openTopup()
    t.faults.isEndpointDisabled = true
    await payByCard(paymentId, '4242424242424242')
    t.clock.advance(6_000)
    await t.sandbox.settle()
    t.faults.isEndpointDisabled = false
    const events = () =>
      t.ctx.db.selectFrom('payment_events').select('type').where('payment_id', '=', paymentId).execute()
    expect(await events()).toHaveLength(0)
    t.clock.advance(31_000)
    await t.sandbox.settle()
    expect(await events()).toEqual([{ type: 'payment.succeeded' }])
  })

  it('may be doubled, delayed or dropped, the same for the same seed', () => {
    const draw = (seed: number) => {
      const faults = createFaults(seed, { duplicate: 0.3, delay: 0.3, drop: 0.2 })
      return Array.from({ length: 50 }, () => faults.next())
    }
    expect(draw(7)).toEqual(draw(7))
    expect(new Set(draw(7))).toEqual(new Set(['none', 'duplicate', 'delay', 'drop']))
  })
})

describe('its API', () => {
  it('is for who has the key', async () => {
    const { paymentId } = await openTopup()
    for (const path of ['/v1/payments?since=2020-01-01T00:00:00Z', `/v1/payments/${paymentId}`]) {
      expect((await fetch(origin() + path)).status).toBe(401)
      expect((await fetch(origin() + path, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(401)
    }
  })
})
