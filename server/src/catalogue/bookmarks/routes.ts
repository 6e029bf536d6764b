import type { Context } from '../../context.ts'
import { readAlong, viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import type { Reader } from '../../http/viewer.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { getNft } from '../nfts/queries.ts'
import { listBookmarked } from './list-bookmarked.ts'
import { type BookmarkTable, setBookmark } from './set-bookmark.ts'

export function socialRoutes(app: App, ctx: Context): void {
  bookmarkRoutes(app, ctx, { table: 'favourites', path: 'favourite', flag: 'is_favourite' })
  bookmarkRoutes(app, ctx, { table: 'wishlist', path: 'wishlist', flag: 'is_wishlisted' })
  bookmarkedRoute(app, ctx, 'favourites')
  bookmarkedRoute(app, ctx, 'wishlist')
}

type Bookmark =
  | { table: 'favourites'; path: 'favourite'; flag: 'is_favourite' }
  | { table: 'wishlist'; path: 'wishlist'; flag: 'is_wishlisted' }

function bookmarkRoutes(app: App, ctx: Context, { table, path, flag }: Bookmark): void {
  for (const method of ['PUT', 'DELETE'] as const) {
    const isOn = method === 'PUT'
    route(app, `${method} /api/nfts/{id}/${path}/`, async (request) => {
      const viewer = viewerOf(request)
      const nftId = request.params.id
      await getNft(ctx.db, nftId, viewer)
      return idempotently(ctx, request, async (tx) => {
        await setBookmark(ctx, tx, { table, userId: viewer.userId, nftId, isOn })
        return { data: { [flag]: isOn } }
      })
    })
  }
}

function bookmarkedRoute(app: App, ctx: Context, table: BookmarkTable): void {
  route(
    app,
    `GET /api/users/me/${table}/`,
    async (request, reply) => {
      const list = (reader: Reader) => listBookmarked(ctx.db, { table, ...request.query }, reader)
      const { details, viewer, ...page } = await readAlong(request, reply, list)
      const input = { urls: urlsFor(ctx), viewerId: viewer?.userId ?? null }
      return { data: details.map((one) => presentNft(ctx, one, input)), meta: metaOf(page) }
    },
    { onSend: conditionalGet, config: { readsViewer: true } },
  )
}
