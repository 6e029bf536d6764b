import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { withinTime } from '../errors/within-time.ts'
import { AppError, signedOut } from '../http/app-error.ts'
import { html } from '../http/html.ts'
import type { Members } from '../http/viewer.ts'
import { findMaintenance } from './settings-store.ts'

/** How long a switch may go unnoticed by a process that has just looked. */
const KEPT_MS = 1_000
/** The longest that a request waits for a newer answer: its own statement waits again where the database is silent. */
const ANSWER_MAX_MS = 1_000
const RETRY_MS = 60_000
const CALLS = /^\/api\/|\/feed\.xml$/
/**
 * The calls that a member who has paid still needs: the order, a new token, the calls of its page. Unsubscribing, which a mail program
 * asks for once, and not again. And development's own.
 */
const OPEN_CALLS = /^\/api\/(?:payments|settings|live|auth\/token\/refresh|notifications\/unsubscribe|dev)\//
/** The calls that are open to all on the admin site: signing in and out, and those that judge their callers themselves. */
const ADMIN_CALLS = /^\/api\/(?:admin|auth\/(?:token|signout|verify|request-password-reset|reset-password))\//

/**
 * While an operator has closed the marketplace, members read a page that says why, and calls are answered with 503 `maintenance`. Probes,
 * providers' webhooks and members' orders are answered as ever, the admin area and the workers go on (docs/rules.md R120). On the admin
 * site, which has the marketplace's calls too, those are then for admins alone: `findViewer` says whose session it is.
 */
export function registerMaintenance(app: FastifyInstance, ctx: Context, findViewer?: Members['findViewer']): void {
  const read = createReader(ctx)
  app.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions
    // A request that no call matches is for a page, unless its address is a call's.
    const isCall = CALLS.test(url) || request.url.startsWith('/api/')
    const isPage = !isCall && !findViewer && (url === '/*' || url === '/')
    if (config.isProbe || config.isWebhook || !(isPage || isCall) || OPEN_CALLS.test(url)) return
    if (findViewer && ADMIN_CALLS.test(url)) return
    const reason = await read()
    if (reason === null) return
    const viewer = findViewer && (request.viewer ?? (request.session && (await findViewer(request.session))))
    if (viewer?.isAdmin) return
    // An admin whose token has ended renews it, and one whose session has signs in again.
    const isOver = reply.hasHeader('www-authenticate') || (request.session && !viewer)
    if (findViewer && isOver) throw signedOut()
    if (!isPage) throw new AppError('maintenance', { userMessage: reason, retryAfterMs: RETRY_MS })
    return reply
      .status(503)
      .headers({ 'retry-after': RETRY_MS / 1_000, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(renderPage(ctx.config.brand, reason))
  })
}

/** The database is asked once in a second at most; while it is away or slow, what it said last holds. */
function createReader(ctx: Context): () => Promise<string | null> {
  let known: string | null | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const ask = async () => {
    known = await findMaintenance(ctx.db).catch(() => known ?? null)
    asking = undefined
  }
  return async () => {
    if (!asking && performance.now() - askedAtMs > KEPT_MS) {
      askedAtMs = performance.now()
      asking = ask()
    }
    if (known === undefined) await asking
    else if (asking) await withinTime(asking, ANSWER_MAX_MS).catch(() => undefined)
    return known ?? null
  }
}

const renderPage = (brand: string, reason: string): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${brand} is back soon</title>
<style>
:root { color-scheme: light dark; }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; }
</style>
</head>
<body>
<main>
<h1>${brand} is back soon</h1>
<p>${reason}</p>
<p>What you have paid for is on its way; nothing is lost. <a href="">Try again</a></p>
</main>
</body>
</html>
`)
