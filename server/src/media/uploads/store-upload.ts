import { open, rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import { idempotently } from '../../http/idempotency.ts'
import { type Copy, keepCopy } from '../variants/copy-image.ts'
import { assertDiskSpace } from '../storage/disk-space.ts'
import { cleanPathOf, DRAWING_LIMITS, rasterPathOf } from '../inspect/drawings/drawing-paths.ts'
import { FILE_TYPES, storageKey } from '../../gateways/storage/file-types.ts'
import { limitCpu, type MediaOrder } from '../../gateways/media/media-process.ts'
import type { Inspected } from '../../gateways/media/media-tasks.ts'
import { makeVariantsJob } from '../variants/jobs.ts'
import { keepVariants } from '../variants/make-variants.ts'
import { MediaError, UnfinishedMediaError } from '../../gateways/media/media-error.ts'
import type { FileRow } from '../files/queries.ts'
import { unsupportedFile } from '../inspect/rejected-file.ts'
import type { Upload } from './receive-upload.ts'
import { deferDeletion } from '../files/collect-files.ts'
import { assertQuota } from './unused-files.ts'

/**
 * Inspects an upload by its content, stores exactly the bytes that will be served, and records them. The bytes are in the
 * store before the row is: a crash between the two leaves an object without a row, never a row without its object.
 */
export async function storeUpload(ctx: Context, request: FastifyRequest, upload: Upload): Promise<FileRow> {
  const ownerId = viewerOf(request).userId
  const { inspected, raster } = await keepInspected(ctx, upload, ownerId)
  const { ending, width, height, durationMs, sha256, sizeBytes, cid } = inspected
  const { mime, mediaType } = FILE_TYPES[ending]

  // The key of a repeated upload is bound to the bytes, as a JSON body would be.
  request.body = { sha256: upload.sha256 }
  const now = ctx.clock.now()
  const row: FileRow = {
    id: ctx.random.id(),
    owner_id: ownerId,
    sha256,
    storage_key: storageKey(sha256, ending),
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
    copy_attempts: 0,
    copying_until: null,
    unused_since: now,
    created_at: now,
  }
  const stored = await idempotently(ctx, request, async (tx) => {
    await assertQuota(ctx, tx, { ownerId, sizeBytes })
    await tx.insertInto('files').values(row).execute()
    await keepVariants(tx, row.id, raster)
    if (mediaType === 'image') await ctx.jobs.enqueue(tx, makeVariantsJob, {})
    return { id: row.id }
  })
  return stored.id === row.id
    ? row
    : ctx.db.selectFrom('files').selectAll().where('id', '=', stored.id).executeTakeFirstOrThrow()
}

async function keepInspected(
  ctx: Context,
  upload: Upload,
  ownerId: string,
): Promise<{ inspected: Inspected; raster: Copy[] }> {
  try {
    const inspected = await inspect(ctx, upload, ownerId)
    await keepBytes(ctx, inspected.replacementPath ?? upload.path, inspected)
    const path = rasterPathOf(upload.path)
    const made = inspected.raster
    return { inspected, raster: made ? [await keepCopy(ctx, { name: 'raster', ending: 'png', path, made })] : [] }
  } finally {
    // A process that was ended in the middle leaves them.
    for (const path of [cleanPathOf(upload.path), rasterPathOf(upload.path)]) await rm(path, { force: true })
  }
}

/** The first bytes of models, sounds and videos: a small one, too, can hold its parser for long. */
const HEAVY = /^(?:glTF|.{4}ftyp|RIFF|OggS|ID3|.E\xdf\xa3|\xff[\xe0-\xff])/s
/** Beyond this size the hashes alone take more than a slice. */
const SLOW_BYTES = 24 * 1024 * 1024
const HEAD_BYTES = 8
const LEAST_CPU_MS = 5_000
/** 100 MB get 25 seconds: their hashes take a while. */
const BYTES_PER_CPU_MS = 5_000

/** How long a file may take, and in which lane: by its first bytes and its size, not by what it calls itself. */
async function limitsOf({ path, sizeBytes }: Upload): Promise<MediaOrder> {
  const lane = sizeBytes > SLOW_BYTES ? 'slow' : HEAVY.test(await readHead(path)) ? 'heavy' : 'quick'
  return { lane, ...limitCpu(LEAST_CPU_MS + sizeBytes / BYTES_PER_CPU_MS) }
}

async function readHead(path: string): Promise<string> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function inspect(ctx: Context, upload: Upload, ownerId: string): Promise<Inspected> {
  const { path, sizeBytes } = upload
  try {
    const limits = await limitsOf(upload)
    const found = await ctx.media.run('inspectUpload', { path, sizeBytes }, { ownerId, ...limits })
    if (found !== 'drawing') return found
    return await ctx.media.run('inspectDrawing', { path, sizeBytes }, { ownerId, lane: 'heavy', ...DRAWING_LIMITS })
  } catch (error) {
    if (error instanceof MediaError) await assertDiskSpace(ctx, 'Uploads are not possible at the moment')
    if (error instanceof UnfinishedMediaError) throw unsupportedFile('The file takes too long to read')
    throw error instanceof MediaError ? unsupportedFile('The file cannot be read') : error
  }
}

async function keepBytes(ctx: Context, path: string, { sha256, ending, sizeBytes }: Inspected): Promise<void> {
  const key = storageKey(sha256, ending)
  await deferDeletion(ctx, key)
  if ((await ctx.storage.size(key)) !== sizeBytes)
    await ctx.storage.putFile(key, path, { mime: FILE_TYPES[ending].mime })
}
