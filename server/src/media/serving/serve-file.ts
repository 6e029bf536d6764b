import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/app-error.ts'
import type { ByteRange } from '../../gateways/storage/storage.ts'
import { endingOf, FILE_TYPES } from '../../gateways/storage/file-types.ts'

/** Opened by themselves these would be documents, so a browser saves them; as a picture or a model they are shown all the same. */
const SAVED_WHEN_OPENED = new Set(['svg', 'glb'])

/**
 * Under one name the bytes never change, but whether they are given out is decided again and again: a browser asks after an
 * hour, a proxy or CDN, which answers strangers, after a minute.
 */
export const CACHED_FOR_A_WHILE = 'public, max-age=3600, s-maxage=60, immutable'

type Served = {
  key: string
  /** Served by a signed URL only: not cached for others. */
  isPrivate?: boolean
}

/** Answers with a stored object: by its name it never changes, and its ending alone decides its type. */
export async function serveFile(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, isPrivate }: Served,
): Promise<FastifyReply> {
  const ending = endingOf(key)
  const sizeBytes = ending && (await ctx.storage.size(key))
  if (!ending || sizeBytes === undefined) throw notFound('File not found')
  const etag = `"${key.slice(0, 64)}"`
  const disposition = SAVED_WHEN_OPENED.has(ending) ? 'attachment' : 'inline'
  reply.headers({
    'content-type': FILE_TYPES[ending].mime,
    'content-disposition': `${disposition}; filename="${key.slice(0, 12)}.${ending}"`,
    'cache-control': isPrivate ? 'private, no-store' : CACHED_FOR_A_WHILE,
    'accept-ranges': 'bytes',
    etag,
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  const range = parseRange(request.headers.range, sizeBytes)
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${sizeBytes}`).send()
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : sizeBytes)
  // An empty stream, not an empty answer: the length stays that of the file.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const object = await ctx.storage.get(key, range)
  if (!object) throw notFound('File not found')
  return reply.send(object.body)
}

/** One range, as browsers ask for; several at once are answered with the whole file, as the standard allows. */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  return start > end || start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
