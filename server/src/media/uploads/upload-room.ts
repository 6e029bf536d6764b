import { NFT_FILE_MAX_BYTES } from '@verso/protocol/limits'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { assertFreeSpace, readSpace } from '../storage/disk-space.ts'
import { assertQuotaOf, readUnused } from './unused-files.ts'

type UnderWay = { ownerId: string; sizeBytes: number }

/** The uploads that this process is receiving: in no row yet, and soon on the disk. */
const underWayOf = new WeakMap<Context['storage'], Set<UnderWay>>()

/**
 * Does `work`, which receives an upload, while the member's quota and the disk have room for it beside all that is being received.
 * Checked before the body is read: a member over the quota need not send it.
 * @throws AppError too_many_requests, unavailable
 */
export async function withRoom<T>(ctx: Context, upload: UnderWay, work: () => Promise<T>): Promise<T> {
  const { ownerId, sizeBytes } = upload
  const [unused, space] = await Promise.all([readUnused(ctx.db, ownerId), readSpace(ctx)])
  const others = underWayOf.get(ctx.storage) ?? new Set()
  underWayOf.set(ctx.storage, others)
  const own = [...others].filter((one) => one.ownerId === ownerId)
  // From here to the note of this one nothing is awaited: of two that come at once, one counts the other.
  assertQuotaOf(ctx, { count: unused.count + own.length + 1, bytes: unused.bytes + bytesOf(own) + sizeBytes })
  assertFreeSpace(ctx, space.freeBytes - bytesOf(others) - sizeBytes, PAUSED)
  others.add(upload)
  try {
    return await work()
  } finally {
    others.delete(upload)
  }
}

const PAUSED = 'Uploads are paused for a short while. Please try again later.'

const bytesOf = (uploads: Iterable<UnderWay>): number => [...uploads].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

/** The size that a request announces; one that announces none may bring the most that is taken. */
export function announcedBytes({ headers }: FastifyRequest): number {
  const bytes = Number(headers['content-length'] ?? NFT_FILE_MAX_BYTES)
  return Number.isFinite(bytes) ? Math.min(bytes, NFT_FILE_MAX_BYTES) : NFT_FILE_MAX_BYTES
}
