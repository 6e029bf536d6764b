import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { FILE_TYPES, type FileEnding, storageKey } from './file-types.ts'
import type { VariantName } from './file-urls.ts'
import { MAX_PIXELS } from './inspect/inspect-raster.ts'
import { findFile, type FileRow } from './queries.ts'
import { quarantineFolder } from './receive-upload.ts'

type Recipe = { name: VariantName; ending: FileEnding; width: number; isSquare?: boolean; keepsMotion?: boolean }

const RECIPES: readonly Recipe[] = [
  { name: 'avatar', ending: 'webp', width: 96, isSquare: true },
  { name: 'thumb', ending: 'webp', width: 255 },
  { name: 'avatar_large', ending: 'webp', width: 320, isSquare: true },
  { name: 'card', ending: 'webp', width: 640 },
  { name: 'card_avif', ending: 'avif', width: 640 },
  { name: 'page', ending: 'webp', width: 1200, keepsMotion: true },
  { name: 'page_avif', ending: 'avif', width: 1200 },
]
const ENCODE_TIMEOUT_S = 60
const SVG_DPI = 72
const MAX_SVG_DPI = 1_200

/**
 * Makes the smaller copies of an image, without its EXIF data. Safe to repeat: copies are named by their content. An image
 * that cannot be copied keeps none: its original is shown.
 */
export async function makeVariants(ctx: Context, fileId: string): Promise<void> {
  const file = await findFile(ctx.db, fileId)
  if (!file || file.processed_at) return
  const variants = await withLocalCopy(ctx, file, (path) => encodeAll(ctx, file, path))
  await inTransaction(ctx.db, async (tx) => {
    const rows = variants.map((variant) => ({ ...variant, file_id: fileId }))
    if (rows.length > 0)
      await tx
        .insertInto('file_variants')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await tx.updateTable('files').set({ processed_at: ctx.clock.now() }).where('id', '=', fileId).execute()
  })
}

/** A file on disk is decoded in strips; held in memory a large picture would fill it. */
async function withLocalCopy<T>(ctx: Context, file: FileRow, work: (path: string) => Promise<T[]>): Promise<T[]> {
  const object = await ctx.storage.get(file.storage_key)
  if (!object) return []
  const path = join(quarantineFolder(ctx), ctx.random.id())
  await mkdir(quarantineFolder(ctx), { recursive: true })
  try {
    await pipeline(object.body, createWriteStream(path))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function encodeAll(ctx: Context, file: FileRow, path: string) {
  const variants = []
  for (const recipe of RECIPES) {
    const { ending, name, width } = recipe
    if (file.mime === 'image/gif' && name === 'page_avif') continue
    try {
      const { data, info } = await encode(file, path, recipe)
      const key = storageKey(createHash('sha256').update(data).digest('hex'), ending)
      const { mime } = FILE_TYPES[ending]
      await ctx.storage.put(key, data, { mime })
      variants.push({
        name,
        storage_key: key,
        mime,
        width: info.width,
        height: info.pageHeight ?? info.height,
        size_bytes: data.length,
      })
    } catch (error) {
      ctx.log.warn(
        { file_id: file.id, variant: name, width, error: (error as Error).message },
        'an image could not be copied',
      )
    }
  }
  return variants
}

function encode(file: FileRow, path: string, recipe: Recipe) {
  const { width, isSquare, ending } = recipe
  const animated = recipe.keepsMotion === true && file.mime === 'image/gif'
  const density = file.mime === 'image/svg+xml' ? svgDensity(file, width) : undefined
  const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated, density })
  const resized = image.autoOrient().resize({
    width,
    height: isSquare ? width : undefined,
    fit: isSquare ? 'cover' : 'inside',
    withoutEnlargement: true,
  })
  return compress(resized, ending).timeout({ seconds: ENCODE_TIMEOUT_S }).toBuffer({ resolveWithObject: true })
}

const compress = (image: Sharp, ending: FileEnding) =>
  ending === 'avif' ? image.avif({ quality: 55, effort: 2 }) : image.webp({ quality: 80, effort: 4 })

/** Drawings are rendered at the size that is wanted, not enlarged afterwards. */
const svgDensity = (file: FileRow, width: number) =>
  Math.min(MAX_SVG_DPI, Math.max(SVG_DPI, Math.round((SVG_DPI * width) / Math.max(1, file.width ?? width))))
