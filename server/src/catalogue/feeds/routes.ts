import { id as uuid } from '@verso/protocol/envelope'
import { PAGES } from '@verso/protocol/pages/pages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { readForVisitor } from '../../db/replica/replica.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { etagOf } from '../../http/conditional-get.ts'
import { FEED_PATH, findFeed } from './find-feed.ts'
import { type Feed, renderFeed } from './render-feed.ts'

/** Atom feeds of the marketplace, for readers that ask again and again. */
export function feedRoutes(app: App, ctx: Context): void {
  const find = (userId?: string) => readForVisitor(ctx, { read: (db) => findFeed({ ...ctx, db }, userId) })
  const schema = { tags: ['nfts'], produces: ['application/atom+xml'] }
  const newest = { ...schema, summary: 'The newest works as an Atom feed' }
  const ofMember = { ...schema, summary: 'The newest works of a member as an Atom feed' }
  app.get(FEED_PATH, { schema: newest }, async (request, reply) => answer(request, reply, await find()))
  app.get<{ Params: { userId: string } }>(PAGES.user + FEED_PATH, { schema: ofMember }, async (request, reply) => {
    const { userId } = request.params
    if (!uuid.safeParse(userId).success) throw notFound('User not found')
    return answer(request, reply, await find(userId))
  })
}

/** Asked again every time, so that what was taken down is gone at once; what has not changed is not sent. */
function answer(request: FastifyRequest, reply: FastifyReply, feed: Feed): FastifyReply {
  const text = renderFeed(feed)
  const etag = etagOf(text)
  reply.headers({ etag, 'last-modified': feed.updatedAt.toUTCString(), 'cache-control': 'public, no-cache' })
  if (isKnown(request, etag, feed.updatedAt)) return reply.code(304).send()
  return reply.type('application/atom+xml; charset=utf-8').send(text)
}

/** The tag decides where there is one (RFC 9110, 13.2.2). */
function isKnown({ headers }: FastifyRequest, etag: string, updatedAt: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags === '*' || tags.split(',').some((tag) => tag.trim() === etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(updatedAt.getTime() / 1_000) * 1_000 <= since
}
