import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import { arrangeCategories } from './arrange-categories.ts'
import { listCategories } from './queries.ts'

export function adminCategoryRoutes(app: App, ctx: Context): void {
  route(app, 'PUT /api/admin/categories/', async (request) => {
    const input = { categories: request.body, actorId: viewerOf(request).userId, requestId: request.id }
    return idempotently(ctx, request, async (tx) => {
      await arrangeCategories(ctx, tx, input)
      return wholeList(await listCategories(tx))
    })
  })
}
