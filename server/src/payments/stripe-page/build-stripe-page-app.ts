import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { STRIPE_PAGE } from '../../gateways/payments/stripe.ts'
import type { App } from '../../http/app-type.ts'
import { createBaseApp } from '../../http/base-app.ts'
import { paymentFrameAncestors } from '../../http/payment-origin.ts'

const pageQuery = z.object({ origin: z.string().optional().catch(undefined) })
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Stripe offers a script and no page to embed: this one holds its form. It has the origin of PAY_PORT for itself, so that
 * their script never runs where the tokens are.
 */
export function buildStripePageApp(ctx: Context): App {
  const app = createBaseApp(ctx, 'pay')
  const ancestors = paymentFrameAncestors(ctx)
  const policy = contentSecurityPolicy(ancestors)
  app.addHook(
    'onRequest',
    async (_request, reply) =>
      void reply.headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      }),
  )
  app.get(STRIPE_PAGE, { config: { access: 'visitor' } }, async (request, reply) => {
    const { origin = '' } = pageQuery.parse(request.query)
    return reply.type('text/html; charset=utf-8').send(renderStripePage(ctx, ancestors.includes(origin) ? origin : ''))
  })
  for (const [name, type] of Object.entries({ 'page.css': 'text/css', 'page.js': 'text/javascript' })) {
    const text = read(name)
    app.get(`${STRIPE_PAGE}${name}`, { config: { access: 'visitor' } }, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(text),
    )
  }
  return app
}

/** The key is ours and never the address's: a link must not be able to show the form of another Stripe account. */
export const renderStripePage = (ctx: Context, parentOrigin: string): string =>
  read('page.html')
    .replace('{{key}}', () => escape(ctx.config.payments.stripe.publishableKey))
    .replace('{{parent}}', () => escape(parentOrigin))

/** What Stripe asks for (docs.stripe.com/security/guide → Content Security Policy). */
const contentSecurityPolicy = (ancestors: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
    "style-src 'self'",
    "img-src 'self' https://*.stripe.com",
    'connect-src https://api.stripe.com',
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
