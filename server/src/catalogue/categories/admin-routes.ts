import { listOf, wholeList } from '@verso/protocol/envelope'
import { categoriesBody } from '@verso/protocol/operations'
import { category } from '@verso/protocol/settings'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { arrangeCategories } from './arrange-categories.ts'
import { listCategories } from './queries.ts'

export function adminCategoryRoutes(app: App, ctx: Context): void {
  app.put(
    '/api/admin/categories/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: 'Add, rename and order the categories',
        body: categoriesBody,
        response: { 200: listOf(category) },
      },
    },
    async (request) => {
      const input = { categories: request.body, actorId: viewerOf(request).userId, requestId: request.id }
      await inTransaction(ctx.db, (tx) => arrangeCategories(ctx, tx, input))
      return wholeList(await listCategories(ctx.db))
    },
  )
}
