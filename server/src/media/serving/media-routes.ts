import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { parseCid } from '../pinning/compute-cid.ts'
import { endingOf } from '../../gateways/storage/file-types.ts'
import { findMetadata } from '../pinning/keep-pinned.ts'
import { CACHED_FOR_A_WHILE, serveFile } from './serve-file.ts'
import { areBlocked, areWithheld, isUrlSignature, WITHHELD_KEY } from '../files/withheld-files.ts'

const hide = true
const TAKEN_DOWN = 'This work was taken down.\n'

/** The media origin: members' files by content hash, and our own IPFS gateway for files and metadata. */
export function mediaRoutes(app: App, ctx: Context): void {
  app.get(
    '/files/:key',
    { schema: { hide, params: z.object({ key: z.string() }), querystring: z.object({ pass: z.string().optional() }) } },
    async (request, reply) => {
      const { key } = request.params
      if (key === WITHHELD_KEY) return refuse(reply)
      const isPrivate = endingOf(key) !== undefined && (await areWithheld(ctx.db, key))
      if (isPrivate && !(await mayPass(ctx, key, request.query.pass ?? ''))) return refuse(reply)
      return serveFile(ctx, request, reply, { key, isPrivate })
    },
  )

  app.get('/ipfs/:cid', { schema: { hide, params: z.object({ cid: z.string() }) } }, async (request, reply) => {
    const parsed = parseCid(request.params.cid)
    if (!parsed) throw notFound('File not found')
    const found = await findMetadata(ctx, parsed.cid)
    if (found?.isTakenDown) return refuse(reply)
    if (found) {
      reply.headers({
        'x-ipfs-path': `/ipfs/${parsed.cid}`,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': CACHED_FOR_A_WHILE,
        etag: `"${parsed.cid}"`,
      })
      return reply.send(found.metadata)
    }
    const file = await ctx.db
      .selectFrom('files')
      .select('storage_key')
      .where('cid', '=', parsed.cid)
      .limit(1)
      .executeTakeFirst()
    if (!file) throw notFound('File not found')
    if (await areWithheld(ctx.db, file.storage_key)) return refuse(reply)
    reply.header('x-ipfs-path', `/ipfs/${parsed.cid}`)
    return serveFile(ctx, request, reply, { key: file.storage_key })
  })
}

/** A signed URL can be handed on, so it never opens bytes that an admin has blocked everywhere. */
const mayPass = async (ctx: Context, key: string, pass: string): Promise<boolean> =>
  isUrlSignature(ctx, key, pass) && !(await areBlocked(ctx.db, key))

/** Content on IPFS cannot be recalled, but this gateway does not serve withheld content. */
const refuse = (reply: FastifyReply) =>
  reply
    .status(410)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(TAKEN_DOWN)
