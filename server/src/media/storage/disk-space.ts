import { statfs } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'

const RETRY_MS = 60_000

/** The free space of the disk with uploads, embedded database and files. */
export async function readSpace(ctx: Context): Promise<{ freeBytes: number; isLow: boolean }> {
  const { bavail, bsize } = await statfs(ctx.config.dataDir)
  const freeBytes = bavail * bsize
  return { freeBytes, isLow: freeBytes < ctx.config.diskMinFreeBytes }
}

/**
 * Called before an operation that fills the disk or starts a payment: the last space is for what is under way.
 * @throws AppError unavailable
 */
export async function assertDiskSpace(ctx: Context, userMessage: string): Promise<void> {
  assertFreeSpace(ctx, (await readSpace(ctx)).freeBytes, userMessage)
}

/** @throws AppError unavailable when so little is free */
export function assertFreeSpace(ctx: Context, freeBytes: number, userMessage: string): void {
  if (freeBytes < ctx.config.diskMinFreeBytes)
    throw new AppError('unavailable', { userMessage, retryAfterMs: RETRY_MS })
}
