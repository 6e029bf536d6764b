import { listOf, wholeList } from '@verso/protocol/envelope'
import { category } from '@verso/protocol/settings'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { listCategories } from './queries.ts'

export function categoryRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/categories/',
    {
      config: { access: 'visitor' },
      onSend: conditionalGet,
      schema: { tags: ['categories'], summary: 'All categories', response: { 200: listOf(category) } },
    },
    async () => {
      const data = await listCategories(ctx.db)
      return wholeList(data)
    },
  )
}
