import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { readForVisitor } from '../../db/replica/replica.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentUser } from '../../identity/members/present-user.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { searchByName } from './search.ts'

export function searchRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/search/', async (request) => {
    const { q: text, limit } = request.query
    const { viewer } = request
    const read = (db: Db) => searchByName(db, { text, limit }, viewer)
    const { nfts, users, categories } = await (viewer ? read(ctx.db) : readForVisitor(ctx, { read }))
    const shown = { urls: urlsFor(ctx), viewerId: viewer?.userId ?? null }
    return {
      data: {
        nfts: nfts.map((details) => presentNft(ctx, details, shown)),
        users: users.map((row) => presentUser(row, { ...shown, ...(viewer && { isFollowing: row.is_following }) })),
        categories,
      },
    }
  })
}
