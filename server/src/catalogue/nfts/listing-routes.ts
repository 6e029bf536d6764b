import { wholeList } from '@verso/protocol/envelope'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { notFound } from '../../http/app-error.ts'
import { readForAnybody } from '../../http/access.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { readingOne } from './reading-one.ts'
import { listActivity } from './list-activity.ts'
import { presentListing } from '../listings/present-listing.ts'

export function listingRoutes(app: App, ctx: Context): void {
  const read = async (
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    options?: { withMoves: boolean },
  ) => {
    const reading = readingOne(request.params.id, options)
    const { details, moves = [], viewer } = await readForAnybody(ctx, [request, reply], reading)
    if (!details) throw notFound('NFT not found')
    return { details, moves, viewerId: viewer?.userId ?? null }
  }
  const options = { onSend: conditionalGet, config: { readsViewer: true } }

  route(
    app,
    'GET /api/nfts/{id}/listings/',
    async (request, reply) => {
      const { details, viewerId } = await read(request, reply)
      return wholeList(details.listings.map((row) => presentListing(row, viewerId)))
    },
    options,
  )

  route(
    app,
    'GET /api/nfts/{id}/activity-logs/',
    async (request, reply) => {
      const { details, moves, viewerId } = await read(request, reply, { withMoves: true })
      return wholeList(listActivity(details, moves, viewerId))
    },
    options,
  )
}
