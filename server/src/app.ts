import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { ADMIN_PAGES } from '@verso/protocol/pages/admin-pages'
import { afterRedirect } from '@verso/protocol/pages/pages'
import type { Context } from './context.ts'
import { fiatRoutes } from './payments/bank-accounts/fiat-routes.ts'
import { refundRoutes } from './payments/refunds/routes.ts'
import { balanceRoutes } from './payments/topups/routes.ts'
import { adminPaymentRoutes } from './payments/review/admin-routes.ts'
import { paymentSearchRoutes } from './payments/review/search-routes.ts'
import { devPaymentRoutes } from './payments/checkout/dev-routes.ts'
import { paymentRoutes } from './payments/checkout/routes.ts'
import { webhookRoutes } from './payments/webhooks/webhook-routes.ts'
import { adminPayoutRoutes } from './payments/payouts/admin-routes.ts'
import { payoutRoutes } from './payments/payouts/routes.ts'
import { adminUserRoutes } from './console/members/routes.ts'
import { resetFactorsRoutes } from './console/members/reset-factors-routes.ts'
import { factorRoutes } from './identity/factors/routes.ts'
import { authRoutes } from './identity/sign-in/routes.ts'
import { sessionRoutes } from './identity/sessions/session-routes.ts'
import { adminCategoryRoutes } from './catalogue/categories/admin-routes.ts'
import { categoryRoutes } from './catalogue/categories/routes.ts'
import { fileRoutes } from './media/uploads/routes.ts'
import { twilioRoutes } from './messages/twilio-routes.ts'
import { outboxRoutes } from './messages/outbox/outbox-routes.ts'
import { listingRoutes } from './catalogue/nfts/listing-routes.ts'
import { moderationRoutes, reportRoutes } from './catalogue/moderation/routes.ts'
import { moderatedNftRoutes } from './catalogue/moderation/nft-routes.ts'
import { chainRoutes } from './catalogue/nfts/chain-routes.ts'
import { changeNftRoutes } from './payments/checkout/change-nft-routes.ts'
import { nftRoutes } from './catalogue/nfts/routes.ts'
import { adminRoutes } from './console/admin-routes.ts'
import { unknownTokenRoutes } from './console/unknown-tokens/routes.ts'
import { adminSettingsRoutes } from './console/admin-settings-routes.ts'
import { healthRoutes } from './health/health-routes.ts'
import { registerMaintenance } from './settings/maintenance.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { adminPageRoutes, pageRoutes } from './catalogue/pages/routes.ts'
import { royaltyRoutes } from './custody/wallets/royalty-routes.ts'
import { withdrawRoutes } from './catalogue/withdrawals/withdraw-routes.ts'
import { walletRoutes } from './custody/wallets/routes.ts'
import { personalDataRoutes } from './identity/export/personal-data-routes.ts'
import { firstPictures } from './catalogue/share-cards/first-pictures.ts'
import { withShareCard } from './catalogue/share-cards/with-share-card.ts'
import { socialRoutes } from './catalogue/bookmarks/routes.ts'
import { adminFeaturedRoutes, featuredRoutes } from './catalogue/featured/routes.ts'
import { feedRoutes } from './catalogue/feeds/routes.ts'
import { searchRoutes } from './catalogue/search/routes.ts'
import { unsubscribeRoutes } from './notifications/unsubscribe/unsubscribe-routes.ts'
import { liveRoutes } from './notifications/live/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { adminWebhookRoutes } from './notifications/webhooks/routes.ts'
import { profileRoutes } from './catalogue/profiles/routes.ts'
import { userRoutes } from './identity/members/routes.ts'
import { passkeyVerificationRoutes } from './identity/sign-in/passkey-routes.ts'
import { verificationRoutes } from './identity/sign-in/verification-routes.ts'
import { countFailure } from './audit/security-events.ts'
import { registerAccess } from './http/access.ts'
import type { Members } from './http/viewer.ts'
import type { App } from './http/app-type.ts'
import { createBaseApp } from './http/serving/base-app.ts'
import { readPage, serveFrontEnd } from './http/serving/front-end.ts'
import { registerOpenApi } from './http/openapi/openapi.ts'
import { limitChanges } from './http/protection/limit-requests.ts'
import { registerSecurityHeaders } from './http/protection/security-headers.ts'
import { urlsFor } from './http/urls.ts'
import { findViewer, readSessionKey } from './identity/sessions/find-viewer.ts'

export type Site = 'marketplace' | 'admin'

/** Every feature's routes, on both sites. */
const ROUTES: ((app: App, ctx: Context, site: Site) => void)[] = [
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
  profileRoutes,
  searchRoutes,
  featuredRoutes,
  personalDataRoutes,
  notificationRoutes,
  liveRoutes,
  unsubscribeRoutes,
  walletRoutes,
  royaltyRoutes,
  balanceRoutes,
  refundRoutes,
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
  adminRoutes,
  unknownTokenRoutes,
  adminSettingsRoutes,
  adminWebhookRoutes,
  adminCategoryRoutes,
  adminFeaturedRoutes,
  adminPageRoutes,
]
/** Only on a loopback host outside production (docs/rules.md R106). */
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
  const members: Members = {
    readToken: (token) => readSessionKey(ctx, token),
    findViewer: (session) => findViewer(ctx, session),
    countRefusal: (userId, device) => countFailure(ctx, ctx.db, { userId, action: 'admin.refused', device }),
  }
  registerAccess(app as never, ctx, members)
  limitChanges(app as never, ctx)
  registerMaintenance(app as never, ctx, site === 'admin' ? members.findViewer : undefined)
  await registerOpenApi(app, ctx)
  for (const routes of ROUTES) routes(app, ctx, site)
  if (site === 'admin') for (const routes of ADMIN_ROUTES) routes(app, ctx)
  if (ctx.config.isDevelopment) for (const routes of DEVELOPMENT_ROUTES) routes(app, ctx)
  if (site === 'marketplace') feedRoutes(app, ctx)
  redirects(app, ctx, site)
  const extras = site === 'marketplace' ? { ownHead: withShareCard(ctx), firstPictures: firstPictures(ctx) } : {}
  if (page) await serveFrontEnd(app, page, extras)
  return app
}

/** Both sites own `/` (docs/rules.md R1): the marketplace starts at Explore; users are the admin area's. */
function redirects(app: App, ctx: Context, site: Site): void {
  if (site === 'admin') return
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect(afterRedirect('/')))
  for (const path of [ADMIN_PAGES.users, `${ADMIN_PAGES.users}/*`]) {
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      reply.redirect(urlsFor(ctx).admin + request.url),
    )
  }
}
