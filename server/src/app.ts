import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { Context } from './context.ts'
import { fiatRoutes } from './features/accounts/fiat-routes.ts'
import { moneyAccountRoutes } from './features/accounts/routes.ts'
import { adminPaymentRoutes } from './features/payments/admin-routes.ts'
import { paymentSearchRoutes } from './features/payments/search-routes.ts'
import { devPaymentRoutes } from './features/payments/dev-routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoutes } from './features/payments/webhook-routes.ts'
import { adminPayoutRoutes } from './features/payouts/admin-routes.ts'
import { payoutRoutes } from './features/payouts/routes.ts'
import { adminUserRoutes } from './features/admin-users/routes.ts'
import { resetFactorsRoutes } from './features/admin-users/reset-factors-routes.ts'
import { factorRoutes } from './features/auth/factors/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { sessionRoutes } from './features/auth/session-routes.ts'
import { adminCategoryRoutes } from './features/categories/admin-routes.ts'
import { categoryRoutes } from './features/categories/routes.ts'
import { fileRoutes } from './features/files/routes.ts'
import { twilioRoutes } from './features/messages/twilio-routes.ts'
import { outboxRoutes } from './features/messages/outbox-routes.ts'
import { listingRoutes } from './features/listings/routes.ts'
import { moderationRoutes, reportRoutes } from './features/moderation/routes.ts'
import { moderatedNftRoutes } from './features/moderation/nft-routes.ts'
import { chainRoutes } from './features/nfts/chain-routes.ts'
import { changeNftRoutes } from './features/nfts/change-routes.ts'
import { nftRoutes } from './features/nfts/routes.ts'
import { operationsRoutes } from './features/operations/admin-routes.ts'
import { adminSettingsRoutes } from './features/operations/admin-settings-routes.ts'
import { healthRoutes } from './features/operations/health-routes.ts'
import { settingsRoutes } from './features/operations/settings-routes.ts'
import { adminPageRoutes, pageRoutes } from './features/pages/routes.ts'
import { royaltyRoutes } from './features/wallets/royalty-routes.ts'
import { withdrawRoutes } from './features/wallets/withdraw-routes.ts'
import { walletRoutes } from './features/wallets/routes.ts'
import { accountRoutes } from './features/users/account-routes.ts'
import { withShareCard } from './features/share-cards/with-share-card.ts'
import { socialRoutes } from './features/social/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { passkeyVerificationRoutes } from './features/verification/passkey-routes.ts'
import { verificationRoutes } from './features/verification/routes.ts'
import { registerAccess } from './http/access.ts'
import type { App } from './http/app-type.ts'
import { createBaseApp } from './http/base-app.ts'
import { readPage, serveFrontEnd } from './http/front-end.ts'
import { registerOpenApi } from './http/openapi.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { urlsFor } from './http/urls.ts'

export type Site = 'marketplace' | 'admin'

/** Every feature's routes, on both sites. */
const ROUTES: ((app: App, ctx: Context) => void)[] = [
  healthRoutes,
  settingsRoutes,
  pageRoutes,
  fileRoutes,
  categoryRoutes,
  nftRoutes,
  changeNftRoutes,
  chainRoutes,
  listingRoutes,
  reportRoutes,
  socialRoutes,
  authRoutes,
  sessionRoutes,
  verificationRoutes,
  passkeyVerificationRoutes,
  factorRoutes,
  twilioRoutes,
  userRoutes,
  accountRoutes,
  walletRoutes,
  royaltyRoutes,
  moneyAccountRoutes,
  fiatRoutes,
  paymentRoutes,
  webhookRoutes,
  payoutRoutes,
  withdrawRoutes,
]
/** `/api/admin/…` and the users table answer on the admin site only. */
const ADMIN_ROUTES: ((app: App, ctx: Context) => void)[] = [
  adminUserRoutes,
  resetFactorsRoutes,
  moderationRoutes,
  adminPayoutRoutes,
  adminPaymentRoutes,
  paymentSearchRoutes,
  moderatedNftRoutes,
  operationsRoutes,
  adminSettingsRoutes,
  adminCategoryRoutes,
  adminPageRoutes,
]
/** Only on a loopback host outside production (decisions.md → Operations). */
const DEVELOPMENT_ROUTES: ((app: App, ctx: Context) => void)[] = [outboxRoutes, devPaymentRoutes]

/** One of the two sites: its API and its built front end. */
export async function buildApp(ctx: Context, site: Site): Promise<App> {
  const app = createBaseApp(ctx, site === 'admin' ? 'admin' : 'public')
  const page = await readPage(site === 'admin' ? 'admin.html' : 'index.html')
  await registerSecurityHeaders(app, ctx, { inlineScriptHashes: page?.inlineScriptHashes ?? [] })
  // Quick rather than small: the front end's own files were compressed when they were built.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  registerAccess(app as never, ctx)
  await registerOpenApi(app, ctx)
  for (const routes of ROUTES) routes(app, ctx)
  if (site === 'admin') for (const routes of ADMIN_ROUTES) routes(app, ctx)
  if (ctx.config.isDevelopment) for (const routes of DEVELOPMENT_ROUTES) routes(app, ctx)
  redirects(app, ctx, site)
  if (page) await serveFrontEnd(app, page, site === 'marketplace' ? withShareCard(ctx) : undefined)
  return app
}

/** Both sites own `/` (decisions.md → One product): the marketplace starts at Explore; users are the admin area's. */
function redirects(app: App, ctx: Context, site: Site): void {
  if (site === 'admin') return
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/app/home'))
  for (const path of ['/users', '/users/*']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      reply.redirect(urlsFor(ctx).admin + request.url),
    )
  }
}
