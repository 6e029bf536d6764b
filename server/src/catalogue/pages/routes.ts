import { dataOf, listOf, wholeList } from '@verso/protocol/envelope'
import { PAGES, page, pageBody, pageVersion } from '@verso/protocol/pages'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { getPage, listPages, listPageVersions } from './queries.ts'
import { savePage } from './save-page.ts'

const params = z.object({ page: z.string() })

/** @throws AppError not_found for a name that is none of the footer's */
function pageNamed(name: string) {
  const found = PAGES.find((one) => one === name)
  if (!found) throw notFound('Page not found')
  return found
}

/** The pages of the footer. */
export function pageRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/pages/:page/',
    {
      config: { access: 'visitor' },
      onSend: conditionalGet,
      schema: { tags: ['operations'], summary: 'A page of the footer', params, response: { 200: dataOf(page) } },
    },
    async (request) => ({ data: await getPage(ctx.db, pageNamed(request.params.page)) }),
  )
}

/** Their texts are the operator's, without a restart. */
export function adminPageRoutes(app: App, ctx: Context): void {
  /** The longest text in the longest characters, and escaped. */
  const BODY_LIMIT_BYTES = 320 * 1024
  const tags = ['admin']
  app.get(
    '/api/admin/pages/',
    {
      config: { access: 'admin' },
      schema: { tags, summary: 'The pages of the footer', response: { 200: listOf(pageVersion) } },
    },
    async () => wholeList(await listPages(ctx.db)),
  )
  app.get(
    '/api/admin/pages/:page/versions/',
    {
      config: { access: 'admin' },
      schema: { tags, summary: 'What a page has said', params, response: { 200: listOf(pageVersion) } },
    },
    async (request) => wholeList(await listPageVersions(ctx.db, pageNamed(request.params.page))),
  )
  app.put(
    '/api/admin/pages/:page/',
    {
      config: { access: 'admin' },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        tags,
        summary: 'Replace the text of a page',
        params,
        body: pageBody,
        response: { 200: dataOf(pageVersion) },
      },
    },
    async (request) => {
      const by = { actorId: viewerOf(request).userId, requestId: request.id }
      const input = { ...request.body, ...by, page: pageNamed(request.params.page) }
      return { data: await inTransaction(ctx.db, (tx) => savePage(ctx, tx, input)) }
    },
  )
}
