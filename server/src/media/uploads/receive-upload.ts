import { quarantineFolder } from '../files/quarantine-folder.ts'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError, invalidField } from '../../http/app-error.ts'

const MAX_NAME_LENGTH = 200
/** The disk, not the sender, is at fault. */
const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EACCES'])

/** A file that was received whole but not inspected yet. */
export type Upload = { path: string; sha256: string; sizeBytes: number; originalName: string }

/**
 * Streams the field `file` of a multipart body into the quarantine, with a running hash and a hard limit, and hands it to
 * `work`; the quarantined file is gone afterwards in every case.
 */
export async function withUpload<T>(
  ctx: Context,
  request: FastifyRequest,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', {
      userMessage: 'Send the file as multipart/form-data in the field "file"',
    })
  }
  const path = join(quarantineFolder(ctx), ctx.random.id())
  await mkdir(quarantineFolder(ctx), { recursive: true })
  try {
    return await work(await receiveFile(request, { path, maxBytes: ctx.config.uploads.nftFileMaxBytes }))
  } catch (error) {
    throw isDiskError(error) ? uploadsPaused() : error
  } finally {
    await rm(path, { force: true })
  }
}

type Target = { path: string; maxBytes: number }

async function receiveFile(request: FastifyRequest, target: Target): Promise<Upload> {
  try {
    for await (const part of request.parts({ limits: { fileSize: target.maxBytes, files: 2, fields: 10 } })) {
      if (part.type !== 'file') continue
      if (part.fieldname === 'file') return await receivePart(part, target)
      part.file.resume()
    }
  } catch (error) {
    throw asUploadError(error)
  }
  throw invalidField('file', 'Required')
}

async function receivePart(part: MultipartFile, { path, maxBytes }: Target): Promise<Upload> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      sizeBytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }))
  if (part.file.truncated) {
    const message = `Files can be at most ${Math.floor(maxBytes / 1024 ** 2)} MB`
    throw new AppError('too_large', { fields: { file: [message] } })
  }
  if (sizeBytes === 0) throw invalidField('file', 'The file is empty')
  return { path, sha256: hash.digest('hex'), sizeBytes, originalName: cleanName(part.filename) }
}

function asUploadError(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: number }
  if (error instanceof AppError || (statusCode !== undefined && statusCode < 500)) return error
  if (isDiskError(error)) return uploadsPaused()
  return invalidField('file', 'The upload was interrupted')
}

const isDiskError = (error: unknown): boolean => DISK_ERRORS.has((error as { code?: string }).code ?? '')
const uploadsPaused = () =>
  new AppError('unavailable', { userMessage: 'Uploads are not possible at the moment', retryAfterMs: 60_000 })

const cleanName = (name = '') => name.replace(/\p{Cc}/gu, '').slice(0, MAX_NAME_LENGTH)
