import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import { idempotently } from '../../http/idempotency.ts'
import { MediaError } from '../../media-process/media-process.ts'
import { FILE_TYPES, storageKey } from './file-types.ts'
import type { Inspected } from './inspect/inspect-upload.ts'
import { unsupportedFile } from './inspect/rejected-file.ts'
import { makeVariantsTask } from './make-variants.task.ts'
import type { FileRow } from './queries.ts'
import type { Upload } from './receive-upload.ts'
import { keepForNow } from './removed-bytes.ts'

/**
 * Believes an upload by its content, keeps exactly the bytes that will be served, and records them. The bytes are in the
 * store before the row is: a crash between the two leaves an object that nobody names, never a name without its object.
 */
export async function storeUpload(ctx: Context, request: FastifyRequest, upload: Upload): Promise<FileRow> {
  const inspected = await inspect(ctx, upload)
  const { ending, width, height, durationMs, sha256, sizeBytes, cid } = inspected
  const { mime, mediaType } = FILE_TYPES[ending]
  const key = storageKey(sha256, ending)
  await keepBytes(ctx, upload, { ...inspected, key, mime })

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

async function inspect(ctx: Context, { path, sizeBytes }: Upload): Promise<Inspected> {
  try {
    return await ctx.media.run('inspectUpload', { path, sizeBytes })
  } catch (error) {
    throw error instanceof MediaError ? unsupportedFile('The file cannot be read') : error
  }
}

async function keepBytes(ctx: Context, upload: Upload, kept: Inspected & { key: string; mime: string }): Promise<void> {
  const { key, mime, sizeBytes, replacementPath } = kept
  try {
    await keepForNow(ctx, key)
    if ((await ctx.storage.size(key)) !== sizeBytes)
      await ctx.storage.putFile(key, replacementPath ?? upload.path, { mime })
  } finally {
    if (replacementPath) await rm(replacementPath, { force: true })
  }
}
