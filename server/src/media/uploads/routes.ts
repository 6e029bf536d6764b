import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { describeFile } from '../files/describe-file.ts'
import { presentFile } from '../files/present-file.ts'
import { type FileRow, getFile, getFileForViewer, isWithheldFile, listVariants } from '../files/queries.ts'
import { withUpload } from './receive-upload.ts'
import { storeUpload } from './store-upload.ts'
import { announcedBytes, withRoom } from './upload-room.ts'

export function fileRoutes(app: App, ctx: Context): void {
  const present = async (request: FastifyRequest, row: FileRow) => {
    const variants = (await listVariants(ctx.db, [row.id])).get(row.id) ?? {}
    const { viewer } = request
    const getsSignedUrl = viewer?.userId === row.owner_id || viewer?.isAdmin === true
    const isWithheld = await isWithheldFile(ctx.db, row.id)
    return { data: presentFile(ctx, row, { urls: urlsFor(ctx), variants, isWithheld, getsSignedUrl }) }
  }

  // Only here are multipart bodies read.
  void app.register(async (scope: App) => {
    await scope.register(multipart)
    route(
      scope,
      'POST /api/files/',
      async (request) => {
        const expected = { ownerId: viewerOf(request).userId, sizeBytes: announcedBytes(request) }
        const receive = () => withUpload(ctx, request, (upload) => storeUpload(ctx, request, upload))
        return present(request, await withRoom(ctx, expected, receive))
      },
      { config: { isUpload: true } },
    )
  })

  route(app, 'GET /api/files/{id}/', async (request) =>
    present(request, await getFileForViewer(ctx.db, request.params.id, request.viewer)),
  )

  route(app, 'POST /api/files/{id}/metadata/', async (request) => {
    const viewer = viewerOf(request)
    const input = { ...request.body, fileId: request.params.id, ownerId: viewer.userId }
    const { id: fileId } = await idempotently(ctx, request, async (tx) => ({
      id: (await describeFile(ctx, tx, input)).id,
    }))
    return present(request, await getFile(ctx.db, fileId))
  })
}
