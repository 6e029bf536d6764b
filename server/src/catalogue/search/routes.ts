import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentUser } from '../../identity/members/present-user.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { searchByName } from './search.ts'

export function searchRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/search/', async (request) => {
    const { q: text, limit } = request.query
    const { nfts, users, categories } = await searchByName(ctx.db, { text, limit }, request.viewer)
    const shown = { urls: urlsFor(ctx), viewerId: request.viewer?.userId ?? null }
    return {
      data: {
        nfts: nfts.map((details) => presentNft(ctx, details, shown)),
        users: users.map((row) => presentUser(row, shown)),
        categories,
      },
    }
  })
}
