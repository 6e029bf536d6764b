import { addressOf } from '@verso/protocol/pages/pages'
import { afterEach, describe, expect, it } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  decide,
  getPayment,
  reserve,
} from '../../../test/build-listed-nft.ts'
import { buildAdmin } from '../../../test/build-member.ts'
import { inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { after } from '../../clock.ts'
import { signAccessToken } from '../../identity/sessions/access-token.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const DAY_MS = 24 * 3_600_000

describe('a purchase', () => {
  it('has a receipt that opens by its link only', async () => {
    const { nft } = await buildListedNft(t, { onChain: true })
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, nft)
    await decide(t, paymentId, 'success')
    await t.runJobs()
    const { receipt_url } = await getPayment(t, buyer, paymentId)
    const { pathname, search } = new URL(receipt_url)
    const receipt = await t.call('GET', pathname + search)
    expect(receipt.status).toBe(200)
    expect(receipt.body).toContain('25.00 USD')
    expect(receipt.body).toContain('<h1>Receipt</h1>')
    expect(receipt.body).toMatch(/<dt>Sold by<\/dt><dd>[^<]+<\/dd>/)
    expect(receipt.body).toContain('<dt>Paid with</dt><dd>Test payment, no real money</dd>')
    expect((await t.call('GET', pathname)).status).toBe(404)
    expect((await t.call('GET', `${pathname}?key=AAAA`)).status).toBe(404)
    expect((await t.call('GET', pathname + search.replace(/until=(\d+)/, 'until=9$1'))).status).toBe(404)
  })

  it('has a receipt whose link ends after 90 days and says so; its owner still sees it', async () => {
    const { nft } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, nft)
    await decide(t, paymentId, 'success')
    await settlePayment(t.ctx, paymentId)
    const { pathname, search } = new URL((await getPayment(t, buyer, paymentId)).receipt_url)
    t.clock.advance(89 * DAY_MS)
    expect((await t.call('GET', pathname + search)).status).toBe(200)
    t.clock.advance(3 * DAY_MS)
    const expired = await t.call('GET', pathname + search)
    expect(expired.status).toBe(410)
    expect(expired.body).toContain('Sign in')
    expect(expired.body).toContain(addressOf('order', { paymentId }))
    expect(expired.body).not.toContain('25.00')
    // Signed in again meanwhile.
    const now = t.clock.now()
    const session = { created_at: now, last_used_at: now, expires_at: after(now, DAY_MS) }
    await t.ctx.db.updateTable('sessions').set(session).where('id', '=', buyer.sessionId).execute()
    const token = await signAccessToken(t.ctx, { id: buyer.sessionId, user_id: buyer.id, ...session })
    expect((await t.call('GET', pathname, { token })).status).toBe(200)
  })

  it('has a receipt of what was paid and refunded, also when that was not the price', async () => {
    const { nft } = await buildListedNft(t)
    const [buyer, admin] = [await buildBuyer(t), await buildAdmin(t)]
    const paymentId = await reserve(t, buyer, nft)
    await decide(t, paymentId, 'pending')
    const pay = `update sandbox.payments set state = 'succeeded', paid_amount_cents = 2400 where payment_id = $1`
    await inSandbox(t, pay, [paymentId])
    await settlePayment(t.ctx, paymentId)
    const refund = { token: admin.tokens.access, site: 'admin', body: { action: 'refund' } } as const
    expect((await t.call('PUT', `/api/admin/payments/${paymentId}/`, refund)).status).toBe(200)
    await t.runJobs()
    const { pathname, search } = new URL((await getPayment(t, buyer, paymentId)).receipt_url)
    const receipt = (await t.call('GET', pathname + search)).body
    expect(receipt).toContain('Total paid</th><td>24.00 USD')
    expect(receipt).toContain('This payment was refunded in full.')
  })
})
