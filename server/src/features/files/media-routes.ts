import { z } from 'zod'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { parseCid } from './compute-cid.ts'
import { endingOf } from './file-types.ts'
import { findMetadata } from './keep-pinned.ts'
import { serveFile } from './serve-file.ts'
import { createWithheldFiles, isPass } from './withheld-files.ts'

const hide = true

/** The media origin: members' files by content hash, and our own IPFS gateway for files and metadata. */
export function mediaRoutes(app: App, ctx: Context): void {
  const isWithheld = createWithheldFiles(ctx)

  app.get(
    '/files/:key',
    { schema: { hide, params: z.object({ key: z.string() }), querystring: z.object({ pass: z.string().optional() }) } },
    async (request, reply) => {
      const { key } = request.params
      const isPrivate = endingOf(key) !== undefined && (await isWithheld(key))
      if (isPrivate && !isPass(ctx, key, request.query.pass ?? '')) throw notFound('File not found')
      return serveFile(ctx, request, reply, { key, isPrivate })
    },
  )

  app.get('/ipfs/:cid', { schema: { hide, params: z.object({ cid: z.string() }) } }, async (request, reply) => {
    const parsed = parseCid(request.params.cid)
    if (!parsed) throw notFound('File not found')
    reply.header('x-ipfs-path', `/ipfs/${parsed.cid}`)
    const metadata = await findMetadata(ctx, parsed.cid)
    if (metadata) {
      reply.headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${parsed.cid}"`,
      })
      return reply.send(metadata)
    }
    const file = await ctx.db
      .selectFrom('files')
      .select('storage_key')
      .where('cid', '=', parsed.cid)
      .limit(1)
      .executeTakeFirst()
    if (!file || (await isWithheld(file.storage_key))) throw notFound('File not found')
    return serveFile(ctx, request, reply, { key: file.storage_key })
  })
}
