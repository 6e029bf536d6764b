import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { STRIPE_PAGE } from '../../gateways/payments/stripe.ts'
import type { App } from '../../http/app-type.ts'
import { createBaseApp } from '../../http/serving/base-app.ts'
import { html } from '../../http/html.ts'
import { paymentFrameAncestors } from '../../http/payment-origin.ts'

const pageQuery = z.object({ origin: z.string().optional().catch(undefined) })
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

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
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pay by card</title>
<link rel="stylesheet" href="/pay/stripe/page.css">
</head>
<body data-key="${ctx.config.payments.stripe.publishableKey}" data-parent="${parentOrigin}">
<main aria-label="Payment">
<p id="error" role="alert" hidden></p>
<form id="form">
<div id="element"></div>
<button id="pay" type="submit" disabled>Pay</button>
</form>
<p id="outcome" role="status" hidden></p>
</main>
<script src="https://js.stripe.com/v3/"></script>
<script src="/pay/stripe/page.js" type="module"></script>
</body>
</html>
`)

/** The policy that Stripe asks for (docs.stripe.com/security/guide → Content Security Policy). */
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
