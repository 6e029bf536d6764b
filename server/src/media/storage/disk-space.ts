import { statfs } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'

const RETRY_MS = 60_000

/** What is free where uploads arrive, and the embedded database and files lie. */
export async function readSpace(ctx: Context): Promise<{ freeBytes: number; isLow: boolean }> {
  const { bavail, bsize } = await statfs(ctx.config.dataDir)
  const freeBytes = bavail * bsize
  return { freeBytes, isLow: freeBytes < ctx.config.diskMinFreeBytes }
}

/**
 * Called before what fills the disk or begins to move money: the last space is for what is under way.
 * @throws AppError unavailable
 */
export async function assertDiskSpace(ctx: Context, userMessage: string): Promise<void> {
  if ((await readSpace(ctx)).isLow) throw new AppError('unavailable', { userMessage, retryAfterMs: RETRY_MS })
}
