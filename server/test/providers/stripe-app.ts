import { afterAll, beforeAll } from 'vitest'
import { type TestApp, useTestApp } from '../test-app.ts'
import { STRIPE_SECRET, type StripeStandIn, startStripeStandIn } from './stripe-stand-in.ts'

export type StripeApp = {
  t: TestApp
  stripe: StripeStandIn
  /** Posts every event since the last call, newest first: Stripe promises no order. */
  postEvents(): Promise<void>
}

/** The real app with Stripe as its provider. */
export function useStripeApp(): StripeApp {
  const env: Record<string, string> = {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_PUBLISHABLE_KEY: 'pk_test',
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
  }
  const app = {} as StripeApp
  beforeAll(async () => {
    app.stripe = await startStripeStandIn({ now: () => app.t.clock.now() })
    env.STRIPE_API_URL = app.stripe.url
  })
  app.t = useTestApp({ env })
  afterAll(() => app.stripe.stop())
  const posted = new Set<string>()
  app.postEvents = async () => {
    const { events } = app.stripe.account
    const fresh = events.filter((event) => !posted.has(event.id)).reverse()
    for (const event of fresh) {
      posted.add(event.id)
      const { headers, payload } = app.stripe.sign(event)
      const url = '/api/payments/webhooks/stripe/'
      const { statusCode } = await app.t.app.inject({ method: 'POST', url, headers, payload })
      if (statusCode !== 200) throw new Error(`the event ${event.type} was answered ${statusCode}`)
    }
  }
  return app
}
