import { readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../http/app-type.ts'
import { buildStripePageApp } from './build-stripe-page-app.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_PUBLISHABLE_KEY: 'pk_test', STRIPE_WEBHOOK_SECRET: 'whsec_test' }
const SHOP = 'https://shop.test'
const t = useTestApp({ env: { PAYMENT_PROVIDER: 'stripe', PUBLIC_URL: SHOP, PAY_URL: 'https://pay.test', ...keys } })
let app: App
beforeAll(() => void (app = buildStripePageApp(t.ctx)))
const get = (path: string) => app.inject({ method: 'GET', url: path, headers: { host: 'pay.test' } })

describe('Stripe’s form', () => {
  it('has a page of another origin than the shop, which only the shop may frame', async () => {
    const page = await get('/pay/stripe/')
    const policy = String(page.headers['content-security-policy'])
    expect(page.body).toContain('https://js.stripe.com/v3/')
    expect(page.body).toContain('<main aria-label="Payment">')
    expect(policy).toContain(`frame-ancestors ${SHOP} `)
    expect(policy).toContain("script-src 'self' https://js.stripe.com")
    for (const file of ['page.css', 'page.js']) expect((await get(`/pay/stripe/${file}`)).statusCode).toBe(200)
    expect((await t.call('GET', '/pay/stripe/page.js')).body).not.toContain('stripe.confirmPayment')

    const settings = await t.call('GET', '/api/settings/')
    expect(settings.body.data.payment_origin).toBe('https://pay.test')
    expect(settings.headers['content-security-policy']).toContain('frame-src https://pay.test')
    expect(settings.headers['content-security-policy']).not.toContain('stripe.com')
  })

  it('takes its key and its parent from the settings, not from the address', async () => {
    const body = async (query: string) =>
      new JSDOM((await get(`/pay/stripe/${query}`)).body).window.document.body.dataset
    expect({ ...(await body(`?key=pk_other&origin=${SHOP}`)) }).toEqual({ key: 'pk_test', parent: SHOP })
    for (const query of ['', '?origin=https://other.test', '?origin=a&origin=b', '?origin="><script>'])
      expect({ ...(await body(query)) }).toEqual({ key: 'pk_test', parent: '' })
  })
})

type Intent = { id: string; status: string; metadata: { payment_id: string } }
const intent = (status: string): Intent => ({ id: 'pi_1', status, metadata: { payment_id: 'payment-1' } })
const SECRET = '#secret=pi_1_secret'

/** The page in a frame of the shop, with a Stripe.js that answers what the test says. */
async function open(first: Intent, { address = SECRET, isFramed = true, nextAction = {} } = {}) {
  const url = `https://pay.test/pay/stripe/?origin=${SHOP}`
  const { window } = new JSDOM((await get(url)).body, { url: url + address, runScripts: 'outside-only' })
  const element = { on: vi.fn(), mount: vi.fn() }
  const stripe = {
    retrievePaymentIntent: vi.fn(async (_secret: string) => ({ paymentIntent: first })),
    elements: vi.fn(() => ({ create: () => element })),
    confirmPayment: vi.fn(),
    handleNextAction: vi.fn(async () => nextAction),
  }
  const Stripe = vi.fn((_key: string) => stripe)
  const postMessage = vi.fn()
  // jsdom lays nothing out.
  const ResizeObserver = class {
    observe() {}
  }
  Object.assign(window, { Stripe, ResizeObserver })
  if (isFramed) Object.defineProperty(window, 'parent', { value: { postMessage } })
  window.eval(readFileSync(new URL('page.js', import.meta.url), 'utf8'))
  // Everything it waits for answers at once.
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  const find = (id: string) => window.document.getElementById(id) as HTMLButtonElement
  return {
    Stripe,
    stripe,
    settle,
    submit: async () => {
      find('form').dispatchEvent(new window.Event('submit', { cancelable: true }))
      await settle()
    },
    ready: () => element.on.mock.calls.find(([name]) => name === 'ready')?.[1](),
    isPayable: () => !find('form').hidden && !find('pay').disabled,
    shown: () => ['error', 'outcome'].map((id) => (find(id).hidden ? '' : find(id).textContent)).join(''),
    told: () => postMessage.mock.calls.map(([{ type, data }]) => data?.status ?? type),
    targets: () => [...new Set(postMessage.mock.calls.map(([, target]) => target))],
  }
}

describe('the page in its frame', () => {
  it('takes a payment and tells the shop only', async () => {
    const page = await open(intent('requires_payment_method'))
    expect(page.Stripe).toHaveBeenCalledExactlyOnceWith('pk_test')
    expect(page.stripe.retrievePaymentIntent).toHaveBeenCalledWith('pi_1_secret')
    page.ready()
    expect(page.isPayable()).toBe(true)
    page.stripe.confirmPayment.mockResolvedValueOnce({ paymentIntent: intent('succeeded') })
    await page.submit()
    expect(page.stripe.confirmPayment.mock.calls[0]?.[0].confirmParams.return_url).toBe(
      `https://pay.test/pay/stripe/?origin=${encodeURIComponent(SHOP)}`,
    )
    expect(page.shown()).toBe('Payment received.')
    expect(page.isPayable()).toBe(false)
    expect(page.told()).toEqual(['loaded', 'success'])
    expect(page.targets()).toEqual([SHOP])
  })

  it('keeps the form for another card after a declined one', async () => {
    const page = await open(intent('requires_payment_method'))
    page.ready()
    page.stripe.confirmPayment.mockResolvedValueOnce({ error: { type: 'card_error', message: 'Declined.' } })
    await page.submit()
    expect(page.shown()).toBe('Declined.')
    expect(page.isPayable()).toBe(true)
    page.stripe.confirmPayment.mockRejectedValueOnce(new Error('No network.'))
    await page.submit()
    expect(page.shown()).toBe('No network.')
    expect(page.isPayable()).toBe(true)
    expect(page.told()).toEqual(['loaded', 'failed'])
  })

  it.each([
    ['done', { paymentIntent: intent('succeeded') }, 'Payment received.', 'success'],
    ['refused', { error: { type: 'card_error', message: 'Not confirmed.' } }, 'Not confirmed.', 'failed'],
  ])(
    'asks for the bank’s step again when it was left, and goes on when that is %s',
    async (_name, answer, text, status) => {
      const page = await open(intent('requires_action'), { nextAction: answer })
      expect(page.stripe.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: 'pi_1_secret' })
      page.ready()
      expect(page.shown()).toBe(text)
      expect(page.isPayable()).toBe(status === 'failed')
      expect(page.told()).toEqual(['pending', status, 'loaded'])
    },
  )

  it.each([
    ['succeeded', 'success'],
    ['processing', 'pending'],
    ['canceled', 'canceled'],
  ])('opened again when it is %s, says so and takes nothing more', async (state, status) => {
    const page = await open(intent(state))
    expect(page.told()).toEqual([status, 'loaded'])
    expect(page.isPayable()).toBe(false)
    expect(page.stripe.elements).not.toHaveBeenCalled()
  })

  it('finds its payment again after the bank’s own page', async () => {
    const address = '&payment_intent_client_secret=pi_1_secret&redirect_status=failed'
    const page = await open(intent('requires_payment_method'), { address })
    expect(page.stripe.retrievePaymentIntent).toHaveBeenCalledWith('pi_1_secret')
    expect(page.told()).toEqual(['failed'])
  })

  it('does nothing outside the shop, and nothing without a payment', async () => {
    const alone = await open(intent('requires_payment_method'), { isFramed: false })
    expect(alone.Stripe).not.toHaveBeenCalled()
    expect(alone.shown()).toContain('only works inside the shop')
    const empty = await open(intent('requires_payment_method'), { address: '#key=pk_other' })
    expect(empty.Stripe).not.toHaveBeenCalled()
    expect(empty.told()).toEqual(['error'])
  })
})
