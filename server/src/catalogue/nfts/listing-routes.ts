import { listOf, pathId, wholeList } from '@verso/protocol/envelope'
import { activityLogEntry, listing } from '@verso/protocol/listings'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { getNft } from './queries.ts'
import { listActivity } from './list-activity.ts'
import { presentListing } from '../listings/present-listing.ts'
import { listListingsOfNft } from '../listings/queries.ts'

const tags = ['listings']
const params = z.object({ id: pathId })

export function listingRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/nfts/:id/listings/',
    {
      config: { access: 'visitor' },
      onSend: conditionalGet,
      schema: { tags, summary: 'All listings of an NFT, newest first', params, response: { 200: listOf(listing) } },
    },
    async (request) => {
      const nft = await getNft(ctx.db, request.params.id, request.viewer)
      const rows = await listListingsOfNft(ctx.db, nft.id)
      return wholeList(rows.map((row) => presentListing(row, request.viewer?.userId ?? null)))
    },
  )

  app.get(
    '/api/nfts/:id/activity-logs/',
    {
      config: { access: 'visitor' },
      onSend: conditionalGet,
      schema: {
        tags,
        summary: 'What happened to an NFT, newest first',
        params,
        response: { 200: listOf(activityLogEntry) },
      },
    },
    async (request) => {
      const nft = await getNft(ctx.db, request.params.id, request.viewer)
      return wholeList(await listActivity(ctx.db, nft, request.viewer?.userId ?? null))
    },
  )
}
