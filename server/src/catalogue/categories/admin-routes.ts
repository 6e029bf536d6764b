import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { arrangeCategories } from './arrange-categories.ts'
import { listCategories } from './queries.ts'

export function adminCategoryRoutes(app: App, ctx: Context): void {
  route(app, 'PUT /api/admin/categories/', async (request) => {
    const input = { categories: request.body, actorId: viewerOf(request).userId, requestId: request.id }
    await inTransaction(ctx.db, (tx) => arrangeCategories(ctx, tx, input))
    return wholeList(await listCategories(ctx.db))
  })
}
