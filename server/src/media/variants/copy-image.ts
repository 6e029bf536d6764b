import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context.ts'
import type { MediaOrder } from '../../gateways/media/media-process.ts'
import type { CopyRecipe } from '../../gateways/media/media-tasks.ts'
import { FILE_TYPES, type FileEnding, storageKey } from '../../gateways/storage/file-types.ts'
import type { VariantName } from '../files/file-urls.ts'
import { quarantineFolder } from '../files/quarantine-folder.ts'
import { deferDeletion } from '../files/collect-files.ts'

export type Recipe = CopyRecipe & { name: VariantName }
/** A smaller copy in the store, which no row names yet. */
export type Copy = {
  name: VariantName
  storage_key: string
  mime: string
  width: number
  height: number
  size_bytes: number
}
type Made = { sha256: string; width: number; height: number; sizeBytes: number }

/** The media process reads local files, so an object of remote storage is downloaded first. */
export async function withLocalCopy<T>(
  ctx: Context,
  stored: { storage_key: string },
  work: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const object = await ctx.storage.get(stored.storage_key)
  if (!object) return undefined
  const path = join(quarantineFolder(ctx), ctx.random.id())
  await mkdir(quarantineFolder(ctx), { recursive: true })
  try {
    await pipeline(object.body, createWriteStream(path))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** @throws MediaError when the image cannot be copied */
export async function copyImage(
  ctx: Context,
  image: { path: string; mime: string; recipe: Recipe },
  order: MediaOrder,
): Promise<Copy> {
  const { path, mime, recipe } = image
  const copyPath = `${path}.${recipe.name}`
  try {
    const made = await ctx.media.run('encodeCopy', { path, copyPath, mime, recipe }, order)
    return await keepCopy(ctx, { ...recipe, path: copyPath, made })
  } finally {
    await rm(copyPath, { force: true })
  }
}

/** Moves the copies into the store. */
export async function keepCopy(
  ctx: Context,
  { name, ending, path, made }: { name: VariantName; ending: FileEnding; path: string; made: Made },
): Promise<Copy> {
  const { sha256, width, height, sizeBytes } = made
  const { mime } = FILE_TYPES[ending]
  const key = storageKey(sha256, ending)
  await deferDeletion(ctx, key)
  await ctx.storage.putFile(key, path, { mime })
  return { name, storage_key: key, mime, width, height, size_bytes: sizeBytes }
}
