import type { Context } from '../../context.ts'
import { mediaRoutes } from './media-routes.ts'
import type { App } from '../../http/app-type.ts'
import { createBaseApp } from '../../http/serving/base-app.ts'

/** Nothing that is served here runs scripts (docs/invariants.md I33). */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'referrer-policy': 'no-referrer',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, accept-ranges, etag',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The origin of members' files, with its own port and no cookies, tokens or API. */
export async function buildMediaApp(ctx: Context): Promise<App> {
  const app = createBaseApp(ctx, 'media')
  app.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS))
  mediaRoutes(app, ctx)
  return app
}
