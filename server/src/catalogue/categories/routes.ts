import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import { readForVisitor } from '../../db/replica/replica.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { listCategories } from './queries.ts'

export function categoryRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/categories/',
    async () => {
      const data = await readForVisitor(ctx, { read: listCategories })
      return wholeList(data)
    },
    { onSend: conditionalGet },
  )
}
