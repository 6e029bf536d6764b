import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import { idempotently } from '../../http/idempotency.ts'
import { computeFileCid } from './compute-cid.ts'
import { FILE_TYPES, storageKey } from './file-types.ts'
import { inspectFile } from './inspect/inspect-file.ts'
import { makeVariantsTask } from './make-variants.task.ts'
import type { FileRow } from './queries.ts'
import type { Upload } from './receive-upload.ts'

/**
 * Believes an upload by its content, keeps exactly the bytes that will be served, and records them. The bytes are in the
 * store before the row is: a crash between the two leaves an object that nobody names, never a name without its object.
 */
export async function storeUpload(ctx: Context, request: FastifyRequest, upload: Upload): Promise<FileRow> {
  const { ending, replacement, width, height, durationMs } = await inspectFile(upload)
  const { mime, mediaType } = FILE_TYPES[ending]
  const sha256 = replacement ? createHash('sha256').update(replacement).digest('hex') : upload.sha256
  const sizeBytes = replacement?.length ?? upload.sizeBytes
  const open = () => (replacement ? Readable.from([replacement]) : createReadStream(upload.path))

  const key = storageKey(sha256, ending)
  const cid = await computeFileCid(open())
  if ((await ctx.storage.size(key)) !== sizeBytes)
    await ctx.storage.put(key, replacement ?? open(), { mime, sizeBytes })

  // The key of a repeated upload is bound to the bytes, as a JSON body would be.
  request.body = { sha256: upload.sha256 }
  const now = ctx.clock.now()
  const row: FileRow = {
    id: ctx.random.id(),
    owner_id: viewerOf(request).userId,
    sha256,
    storage_key: key,
    mime,
    media_type: mediaType,
    size_bytes: sizeBytes,
    original_name: upload.originalName,
    width: width ?? null,
    height: height ?? null,
    duration_ms: durationMs ?? null,
    name: null,
    description: null,
    bio: null,
    alt_text: null,
    cid,
    processed_at: mediaType === 'image' ? null : now,
    created_at: now,
  }
  const stored = await idempotently(ctx, request, async (tx) => {
    await tx.insertInto('files').values(row).execute()
    if (mediaType === 'image') await ctx.jobs.enqueue(tx, makeVariantsTask, { fileId: row.id })
    return { id: row.id }
  })
  return stored.id === row.id
    ? row
    : ctx.db.selectFrom('files').selectAll().where('id', '=', stored.id).executeTakeFirstOrThrow()
}
