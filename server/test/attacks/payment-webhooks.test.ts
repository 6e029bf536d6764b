import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reconcilePaymentsSweep } from '../../src/payments/settlement/reconcile-payments.ts'
import { assertBooksAreRight, buildBuyer, buildListedNft, getPayment, reserve, statusOf } from '../build-listed-nft.ts'
import { useStripeApp } from '../providers/stripe-app.ts'
import { STRIPE_SECRET } from '../providers/stripe-stand-in.ts'
import { useWertApp } from '../providers/wert-app.ts'
import { type TestApp, useTestApp } from '../test-app.ts'

/** Strings of valid JSON that a database cannot store: a NUL, and half of a surrogate pair. */
const NO_TEXT = ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00x']

const stripe = useStripeApp()

async function openPayment(t: TestApp) {
  const { nft, listing } = await buildListedNft(t)
  const buyer = await buildBuyer(t)
  const id = await reserve(t, buyer, nft)
  await t.call('POST', `/api/payments/${id}/session/`, { token: buyer.tokens.access })
  return { buyer, listing, id }
}
const post = async (t: TestApp, provider: string, payload: string, headers: Record<string, string> = {}) =>
  (
    await t.app.inject({
      method: 'POST',
      url: `/api/payments/webhooks/${provider}/`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  ).statusCode

describe('at wert, whose webhooks are not signed', () => {
  const app = useWertApp()
  const { t } = app
  afterEach(() => assertBooksAreRight(t))
  const looks = () => app.wert.calls.filter((call) => call === 'GET /api/external/orders').length

  it('600 hints about one payment make one look-up, and one more ten seconds later', async () => {
    const { id } = await openPayment(t)
    const before = looks()
    for (let hint = 0; hint < 600; hint++) expect(await app.hint(id, `words ${hint}`)).toBe(200)
    await reconcilePaymentsSweep.run(t.ctx)
    expect(looks() - before).toBe(1)
    const events = t.ctx.db.selectFrom('payment_events').select('id').where('payment_id', '=', id)
    expect(await events.execute()).toHaveLength(1)
    t.clock.advance(10_000)
    await reconcilePaymentsSweep.run(t.ctx)
    expect(looks() - before).toBe(2)
  })

  it('a hint is kept no longer than a provider would write it', async () => {
    const { id } = await openPayment(t)
    expect(await app.hint(id, 'x'.repeat(200_000))).toBe(200)
    const events = t.ctx.db.selectFrom('payment_events').select('body').where('payment_id', '=', id)
    expect(JSON.stringify(await events.execute()).length).toBeLessThan(5_000)
  })

  it('a hint whose end falls within a character is one as any', async () => {
    // One of the two is cut within an emoji.
    for (const before of ['x', 'xx']) {
      const { id } = await openPayment(t)
      expect(await app.hint(id, before + '😀'.repeat(3_000))).toBe(200)
    }
  })

  it('one network has its share, and no request is refused', async () => {
    // A minute in which nothing of the test before counts.
    t.clock.advance(60_000)
    const { limits } = t.ctx.config
    t.ctx.config.limits = { ...limits, paymentHintsPerMinutePerNetwork: 2 }
    const payments = [await openPayment(t), await openPayment(t), await openPayment(t)]
    for (const { id } of payments) expect(await app.hint(id)).toBe(200)
    const hinted = await Promise.all(
      payments.map(({ id }) =>
        t.ctx.db.selectFrom('payments').select('hinted_at').where('id', '=', id).executeTakeFirstOrThrow(),
      ),
    )
    expect(hinted.map(({ hinted_at }) => hinted_at !== null)).toEqual([true, true, false])
    t.ctx.config.limits = limits
  })

  it('a cancelled order is a failed try: the reservation stays, and the next card pays', async () => {
    const { id, buyer, listing } = await openPayment(t)
    const first = app.wert.start(id)
    app.wert.move(first, 'canceled')
    await app.hint(id)
    await t.runJobs()
    expect((await getPayment(t, buyer, id)).status).toBe('FAILED')
    expect(await statusOf(t, listing)).toBe('PAYMENT_PROCESSING')
    t.clock.advance(60_000)
    app.wert.move(app.wert.start(id), 'success')
    await app.hint(id)
    await reconcilePaymentsSweep.run(t.ctx)
    expect((await getPayment(t, buyer, id)).status).toBe('SUCCESS')
  })

  it('a cancelled order with nothing after it frees the NFT when the reservation ends', async () => {
    const { id, buyer, listing } = await openPayment(t)
    app.wert.move(app.wert.start(id), 'canceled')
    for (let minute = 0; minute < 17; minute++) {
      t.clock.advance(60_000)
      await reconcilePaymentsSweep.run(t.ctx)
    }
    expect((await getPayment(t, buyer, id)).status).toBe('EXPIRED')
    expect(await statusOf(t, listing)).toBe('ACTIVE')
  })

  it.each(NO_TEXT)('%s in a hint is refused or stored', async (text) => {
    const { id } = await openPayment(t)
    expect(await post(t, 'wert', `{"type":"order_complete","click_id":"${text}"}`)).toBe(400)
    expect(await post(t, 'wert', `{"type":"order_complete","click_id":"${id}","note":"${text}"}`)).toBe(200)
  })
})

it('a flood of forged events leaves a line a minute in the log, with a count', async () => {
  const t = stripe.t
  const warn = vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined)
  const forge = async (count: number) => {
    for (let turn = 0; turn < count; turn++)
      expect(await post(t, 'stripe', `{"id":"evt_${turn}"}`, { 'stripe-signature': 't=1,v1=00' })).toBe(400)
  }
  await forge(200)
  t.clock.advance(59_000)
  await forge(100)
  t.clock.advance(1_000)
  await forge(50)
  expect(warn.mock.calls).toEqual([
    [{ provider: 'stripe', reason: expect.any(String) }, 'a webhook was refused'],
    [{ provider: 'stripe', reason: expect.any(String), more: 299, since: expect.any(String) }, 'a webhook was refused'],
  ])
  warn.mockRestore()
})

describe('a signed event with what is no text', () => {
  it.each(NO_TEXT)('of stripe is refused or stored: %s', async (text) => {
    const signed = (payload: string) => {
      const seconds = Math.floor(stripe.t.clock.now().getTime() / 1000)
      const v1 = createHmac('sha256', STRIPE_SECRET).update(`${seconds}.${payload}`).digest('hex')
      return post(stripe.t, 'stripe', payload, { 'stripe-signature': `t=${seconds},v1=${v1}` })
    }
    const object = `{"id":"pi_1","object":"payment_intent"}`
    expect(await signed(`{"id":"evt${text}","type":"a","data":{"object":${object}}}`)).toBe(400)
    expect(await signed(`{"id":"evt","type":"${text}","data":{"object":${object}}}`)).toBe(400)
    const named = (name: string) => `{"id":"evt_${name}","type":"a","data":{"object":{"id":"pi_1","object":`
    expect(await signed(`${named('r')}"charge","payment_intent":"pi${text}"}}}`)).toBe(400)
    expect(await signed(`${named('m')}"charge","metadata":{"payment_id":"${text}"}}}}`)).toBe(400)
    expect(await signed(`${named(String(NO_TEXT.indexOf(text)))}"charge"}},"note":"${text}"}`)).toBe(200)
  })

  const t = useTestApp()
  it.each(NO_TEXT)('of the sandbox is refused or stored: %s', async (text) => {
    const { id } = await openPayment(t)
    const signed = (payload: string, key: string) => {
      const at = t.clock.now()
      const signature = new Webhook(t.ctx.config.payments.webhookSecret).sign(key, at, payload)
      const seconds = String(Math.floor(at.getTime() / 1000))
      return post(t, 'sandbox', payload, {
        'webhook-id': key,
        'webhook-timestamp': seconds,
        'webhook-signature': signature,
      })
    }
    const data = `{"payment_id":"${id}"}`
    expect(await signed(`{"type":"${text}","data":${data}}`, `${id}-1`)).toBe(400)
    expect(await signed(`{"type":"a","data":{"payment_id":"${text}"}}`, `${id}-2`)).toBe(400)
    expect(await signed(`{"type":"a","data":${data},"note":"${text}"}`, `${id}-3`)).toBe(200)
  })
})
