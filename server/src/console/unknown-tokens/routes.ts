import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { listOpenTokens } from './list-open-tokens.ts'
import { settleUnknownToken } from './settle-unknown-token.ts'

/** Tokens of the collection that the books do not know: cases that a person settles. */
export function unknownTokenRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/unknown-tokens/', async () => {
    const { tokens, total } = await listOpenTokens(ctx)
    return { data: tokens, meta: metaOf({ nextCursor: null, total }) }
  })
  route(app, 'PUT /api/admin/unknown-tokens/{chain}/{token_id}/', async (request) => {
    const { chain, token_id } = request.params
    const { reason } = request.body
    const by = { adminId: viewerOf(request).userId, requestId: request.id }
    return idempotently(ctx, request, async (tx) => {
      const settledAt = await settleUnknownToken(ctx, tx, { chain, token_id, reason, ...by })
      return { data: { chain, token_id, settled_at: settledAt.toISOString() } }
    })
  })
}
