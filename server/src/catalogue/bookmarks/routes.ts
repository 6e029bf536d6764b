import { dataOf, pathId, listOf } from '@verso/protocol/envelope'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@verso/protocol/limits'
import { nft } from '@verso/protocol/nfts'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { getNft } from '../nfts/queries.ts'
import { listMarked } from './list-marked.ts'
import { type MarkTable, setMark } from './set-mark.ts'

const tags = ['social']
const params = z.object({ id: pathId })
const querystring = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})
const marks = z.object({ is_favourite: z.boolean().optional(), is_wishlisted: z.boolean().optional() })

export function socialRoutes(app: App, ctx: Context): void {
  markRoutes(app, ctx, { table: 'favourites', path: 'favourite', flag: 'is_favourite' })
  markRoutes(app, ctx, { table: 'wishlist', path: 'wishlist', flag: 'is_wishlisted' })
  markedRoute(app, ctx, 'favourites')
  markedRoute(app, ctx, 'wishlist')
}

function markRoutes(
  app: App,
  ctx: Context,
  mark: { table: MarkTable; path: string; flag: 'is_favourite' | 'is_wishlisted' },
): void {
  const schema = { tags, params, response: { 200: dataOf(marks) } }
  for (const method of ['PUT', 'DELETE'] as const) {
    const isOn = method === 'PUT'
    app.route({
      method,
      url: `/api/nfts/:id/${mark.path}/`,
      config: { access: 'member' },
      schema: { ...schema, summary: `${isOn ? 'Put on' : 'Take off'} the ${mark.table} list` },
      handler: async (request) => {
        const viewer = viewerOf(request)
        const nftId = (request.params as z.output<typeof params>).id
        await getNft(ctx.db, nftId, viewer)
        return idempotently(ctx, request, async (tx) => {
          await setMark(ctx, tx, { table: mark.table, userId: viewer.userId, nftId, isOn })
          return { data: { [mark.flag]: isOn } }
        })
      },
    })
  }
}

function markedRoute(app: App, ctx: Context, table: MarkTable): void {
  app.get(
    `/api/users/me/${table}/`,
    {
      config: { access: 'member' },
      onSend: conditionalGet,
      schema: { tags, summary: `The viewer's own ${table}`, querystring, response: { 200: listOf(nft) } },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { details, nextCursor, total } = await listMarked(ctx.db, { table, viewer, ...request.query })
      const input = { urls: urlsFor(ctx), viewerId: viewer.userId }
      return { data: details.map((one) => presentNft(ctx, one, input)), meta: { next_cursor: nextCursor, total } }
    },
  )
}
