import { wholeList } from '@verso/protocol/envelope'
import { FOOTER_PAGES } from '@verso/protocol/pages/pages'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { getPage, listPages, listPageVersions } from './queries.ts'
import { savePage } from './save-page.ts'

/** @throws AppError not_found for a name that is none of the footer's */
function pageNamed(name: string) {
  const found = FOOTER_PAGES.find((one) => one === name)
  if (!found) throw notFound('Page not found')
  return found
}

/** The pages of the footer. */
export function pageRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/pages/{page}/',
    async (request) => ({ data: await getPage(ctx.db, pageNamed(request.params.page)) }),
    { onSend: conditionalGet },
  )
}

/** Their texts are the operator's, without a restart. */
export function adminPageRoutes(app: App, ctx: Context): void {
  /** The longest text in the longest characters, and escaped. */
  const BODY_LIMIT_BYTES = 320 * 1024
  route(app, 'GET /api/admin/pages/', async () => wholeList(await listPages(ctx.db)))
  route(app, 'GET /api/admin/pages/{page}/versions/', async (request) =>
    wholeList(await listPageVersions(ctx.db, pageNamed(request.params.page))),
  )
  route(
    app,
    'PUT /api/admin/pages/{page}/',
    async (request) => {
      const by = { actorId: viewerOf(request).userId, requestId: request.id }
      const input = { ...request.body, ...by, page: pageNamed(request.params.page) }
      return { data: await idempotently(ctx, request, (tx) => savePage(ctx, tx, input)) }
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  )
}
