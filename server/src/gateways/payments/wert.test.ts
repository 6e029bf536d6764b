import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SeenRequest, type StandIn, startStandIn } from '../../../test/stand-in.ts'
import { WebhookRejected } from './provider.ts'
import { createWertProvider } from './wert.ts'

const PAYMENT_ID = '0190a0a0-0000-7000-8000-000000000001'
const RECEIVER = '0x1111111111111111111111111111111111111111'
let wert: StandIn
beforeAll(async () => void (wert = await startStandIn()))
afterAll(() => wert.stop())
beforeEach(() => wert.reset())

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), fatal: vi.fn() }
const provider = () => {
  const origin = 'https://sandbox.wert.io'
  return createWertProvider({ partnerId: 'p1', apiKey: 'key-1', apiUrl: wert.url, origin, receiver: RECEIVER }, log)
}
const order = (change: object = {}) => ({
  order_id: 'o1',
  click_id: PAYMENT_ID,
  currency: 'usd',
  currency_amount: 25,
  crypto: 'pol',
  status: 'success',
  created_at: '2026-11-20 10:51:02',
  changed_at: '2026-11-20 10:55:47',
  ...change,
})

/** The list of orders, in pages that may be shorter than they are asked for. */
const answerOrders = (orders: object[], pageLength = 20) =>
  wert.answer('GET /api/external/orders', ({ path }: SeenRequest) => {
    const offset = Number(new URL(path, wert.url).searchParams.get('offset') ?? 0)
    return { data: orders.slice(offset, offset + pageLength) }
  })

describe('wert', () => {
  it('opens a session that keeps amount and address out of the browser’s hands', async () => {
    wert.answer('POST /api/external/hpp/create-session', { requestId: 'r', sessionId: 's-1' })
    const expiresAt = new Date()
    const session = await provider().createSession({
      paymentId: PAYMENT_ID,
      amountCents: 2_550,
      currency: 'USD',
      purpose: 'Night Bloom',
      commodity: 'POL',
      receiver: RECEIVER,
      expiresAt,
    })
    expect(session.options).toMatchObject({
      partner_id: 'p1',
      click_id: PAYMENT_ID,
      session_id: 's-1',
      origin: 'https://sandbox.wert.io',
    })
    const page = new URL(session.url ?? '')
    expect(page.origin + page.pathname).toBe('https://sandbox.wert.io/p1/widget')
    expect(Object.fromEntries(page.searchParams)).toEqual({
      session_id: 's-1',
      click_id: PAYMENT_ID,
      commodity: 'POL',
      network: 'polygon',
      address: RECEIVER,
      widget_layout_mode: 'Modal',
    })
    const [sent] = wert.requests
    expect(sent?.headers['x-api-key']).toBe('key-1')
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      flow_type: 'simple_full_restrict',
      currency_amount: 25.5,
      wallet_address: RECEIVER,
      commodity: 'POL',
    })
  })

  it('asks for the order by our id, and takes the one that was paid', async () => {
    wert.answer('GET /api/external/orders', {
      success: true,
      data: [order({ order_id: 'o2', status: 'failed' }), order()],
    })
    expect(await provider().fetchPayment(PAYMENT_ID, null)).toEqual({
      paymentId: PAYMENT_ID,
      providerRef: 'o1',
      state: 'succeeded',
      amountCents: 2_500,
      currency: 'USD',
      commodity: 'POL',
      receiver: RECEIVER,
      feeCents: 0,
    })
    expect(wert.requests[0]?.path).toContain(`search_by=${PAYMENT_ID}`)
  })

  it('waits for the order that may still be paid, also when a later one has failed', async () => {
    const data = [order({ order_id: 'o2', status: 'failed' }), order({ status: 'pending' })]
    wert.answer('GET /api/external/orders', { success: true, data })
    expect(await provider().fetchPayment(PAYMENT_ID, null)).toMatchObject({ providerRef: 'o1', state: 'pending' })
  })

  it('never takes another partner’s order for ours', async () => {
    wert.answer('GET /api/external/orders', { data: [order({ click_id: 'another' })] })
    expect(await provider().fetchPayment(PAYMENT_ID, null)).toBeUndefined()
  })

  it('names another address or coin, so that it is noticed', async () => {
    wert.answer('GET /api/external/orders', { data: [order({ address: '0x2222', crypto: 'usdc.polygon' })] })
    expect(await provider().fetchPayment(PAYMENT_ID, null)).toMatchObject({ receiver: '0x2222', commodity: 'USDC' })
  })

  it('calls the coin by its new name', async () => {
    wert.answer('GET /api/external/orders', { data: [order({ crypto: 'matic.sc.polygon' })] })
    expect((await provider().fetchPayment(PAYMENT_ID, null))?.commodity).toBe('POL')
  })

  it('names every order that was paid under one of our ids, and stays with the one we know', async () => {
    wert.answer('GET /api/external/orders', { data: [order({ order_id: 'o3' }), order({ order_id: 'o2' }), order()] })
    const fetched = (ref: string | null) => provider().fetchPayment(PAYMENT_ID, ref)
    expect(await fetched(null)).toMatchObject({ providerRef: 'o1', alsoPaidAs: ['o2', 'o3'] })
    expect(await fetched('o2')).toMatchObject({ providerRef: 'o2', alsoPaidAs: ['o1', 'o3'] })
  })

  it.each([20, 1])(
    'lists back to a time, also an older order that has changed since, in pages of %i',
    async (length) => {
      answerOrders(
        [
          order({ order_id: 'nobody’s', click_id: 'anything' }),
          order({ order_id: 'unchanged', changed_at: '2026-11-20 09:00:00' }),
          order({ created_at: '2026-11-19 10:00:00', status: 'refunded' }),
        ],
        length,
      )
      expect(await provider().listChanges(new Date('2026-11-20T10:00:00Z'))).toEqual([
        { paymentId: PAYMENT_ID, providerRef: 'o1', state: 'refunded' },
      ])
    },
  )

  it('lists what else has changed when one order has an unknown status, which is told; that order itself fails', async () => {
    const unknown = { click_id: '0190a0a0-0000-7000-8000-000000000002', status: 'kyc_review' }
    answerOrders([
      order({ ...unknown, order_id: 'o2' }),
      order({ order_id: 'o3', click_id: '', status: 'new' }),
      order(),
    ])
    const changes = await provider().listChanges(new Date('2026-11-20T10:00:00Z'))
    expect(changes.map((change) => change.providerRef)).toEqual(['o1'])
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { order_id: 'o2', payment_id: unknown.click_id, status: 'kyc_review' },
      'an order has an unknown status',
    )
    await expect(provider().fetchPayment(unknown.click_id, null)).rejects.toThrow('kyc_review')
  })

  it('has webhooks that are hints only, and the same words are the same event', () => {
    const body = Buffer.from(JSON.stringify({ type: 'order_complete', click_id: PAYMENT_ID, order: { id: 'o1' } }))
    const hint = provider().parseWebhook(body, {})
    expect(hint).toMatchObject({ paymentId: PAYMENT_ID, type: 'order_complete', isSigned: false })
    expect(provider().parseWebhook(body, {}).eventId).toBe(hint.eventId)
    for (const text of ['', '[]', '{"type":"test"}']) {
      expect(() => provider().parseWebhook(Buffer.from(text), {})).toThrow(WebhookRejected)
    }
  })
})
