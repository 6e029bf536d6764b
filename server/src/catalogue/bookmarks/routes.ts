import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { getNft } from '../nfts/queries.ts'
import { listMarked } from './list-marked.ts'
import { type MarkTable, setMark } from './set-mark.ts'

export function socialRoutes(app: App, ctx: Context): void {
  markRoutes(app, ctx, { table: 'favourites', path: 'favourite', flag: 'is_favourite' })
  markRoutes(app, ctx, { table: 'wishlist', path: 'wishlist', flag: 'is_wishlisted' })
  markedRoute(app, ctx, 'favourites')
  markedRoute(app, ctx, 'wishlist')
}

type Mark =
  | { table: 'favourites'; path: 'favourite'; flag: 'is_favourite' }
  | { table: 'wishlist'; path: 'wishlist'; flag: 'is_wishlisted' }

function markRoutes(app: App, ctx: Context, { table, path, flag }: Mark): void {
  for (const method of ['PUT', 'DELETE'] as const) {
    const isOn = method === 'PUT'
    route(app, `${method} /api/nfts/{id}/${path}/`, async (request) => {
      const viewer = viewerOf(request)
      const nftId = request.params.id
      await getNft(ctx.db, nftId, viewer)
      return idempotently(ctx, request, async (tx) => {
        await setMark(ctx, tx, { table, userId: viewer.userId, nftId, isOn })
        return { data: { [flag]: isOn } }
      })
    })
  }
}

function markedRoute(app: App, ctx: Context, table: MarkTable): void {
  route(
    app,
    `GET /api/users/me/${table}/`,
    async (request) => {
      const viewer = viewerOf(request)
      const { details, nextCursor, total } = await listMarked(ctx.db, { table, viewer, ...request.query })
      const input = { urls: urlsFor(ctx), viewerId: viewer.userId }
      return { data: details.map((one) => presentNft(ctx, one, input)), meta: { next_cursor: nextCursor, total } }
    },
    { onSend: conditionalGet },
  )
}
