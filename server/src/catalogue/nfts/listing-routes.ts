import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { getNftDetails } from './queries.ts'
import { listActivity } from './list-activity.ts'
import { presentListing } from '../listings/present-listing.ts'

export function listingRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/nfts/{id}/listings/',
    async (request) => {
      const { listings } = await getNftDetails(ctx.db, request.params.id, request.viewer)
      return wholeList(listings.map((row) => presentListing(row, request.viewer?.userId ?? null)))
    },
    { onSend: conditionalGet },
  )

  route(
    app,
    'GET /api/nfts/{id}/activity-logs/',
    async (request) => {
      const details = await getNftDetails(ctx.db, request.params.id, request.viewer)
      return wholeList(await listActivity(ctx.db, details, request.viewer?.userId ?? null))
    },
    { onSend: conditionalGet },
  )
}
