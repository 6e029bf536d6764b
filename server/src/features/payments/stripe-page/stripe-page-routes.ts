import { readFileSync } from 'node:fs'
import type { Context } from '../../../context.ts'
import { STRIPE_PAGE } from '../../../gateways/payments/stripe.ts'
import type { App } from '../../../http/app-type.ts'

/** What Stripe asks for (docs.stripe.com/security/guide → Content Security Policy); for this page alone. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
  "style-src 'self'",
  "img-src 'self' https://*.stripe.com",
  'connect-src https://api.stripe.com',
  'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const FILES = [
  { path: STRIPE_PAGE, name: 'page.html', type: 'text/html' },
  { path: `${STRIPE_PAGE}page.css`, name: 'page.css', type: 'text/css' },
  { path: `${STRIPE_PAGE}page.js`, name: 'page.js', type: 'text/javascript' },
] as const

/** Stripe offers a script and no page to embed: this one holds its form, and is there only with `PAYMENTS=stripe`. */
export function stripePageRoutes(app: App, ctx: Context): void {
  if (ctx.payments.name !== 'stripe') return
  for (const { path, name, type } of FILES) {
    const text = read(name)
    app.get(path, { config: { access: 'visitor' }, schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('cache-control', 'no-cache')
        .type(`${type}; charset=utf-8`)
        .send(text),
    )
  }
}
