import { expect, it } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_PUBLISHABLE_KEY: 'pk_test', STRIPE_WEBHOOK_SECRET: 'whsec_test' }
const t = useTestApp({ env: { PAYMENTS: 'stripe', ...keys } })

it('Stripe’s form has a page that only the marketplace may frame, and only it may load Stripe’s script', async () => {
  const page = await t.call('GET', '/pay/stripe/')
  const policy = String(page.headers['content-security-policy'])
  expect(page.body).toContain('https://js.stripe.com/v3/')
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain("script-src 'self' https://js.stripe.com")
  for (const file of ['page.css', 'page.js']) expect((await t.call('GET', `/pay/stripe/${file}`)).status).toBe(200)
  const elsewhere = String((await t.call('GET', '/api/settings/')).headers['content-security-policy'])
  expect(elsewhere).toContain("frame-src 'self'")
  expect(elsewhere).not.toContain('stripe.com')
})
