import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { MediaError } from '../../media-process/media-process.ts'
import { FILE_TYPES, type FileEnding, storageKey } from './file-types.ts'
import type { VariantName } from './file-urls.ts'
import { findFile, type FileRow } from './queries.ts'
import { quarantineFolder } from './receive-upload.ts'
import { keepForNow } from './removed-bytes.ts'

export type Recipe = { name: VariantName; ending: FileEnding; width: number; isSquare?: boolean; keepsMotion?: boolean }

const CARD: Recipe = { name: 'card', ending: 'webp', width: 640 }
const PAGE_WIDTH = 1200
const RECIPES: readonly Recipe[] = [
  { name: 'avatar', ending: 'webp', width: 96, isSquare: true },
  { name: 'thumb', ending: 'webp', width: 255 },
  { name: 'avatar_large', ending: 'webp', width: 320, isSquare: true },
  CARD,
  { name: 'card_avif', ending: 'avif', width: 640 },
  { name: 'page', ending: 'webp', width: PAGE_WIDTH, keepsMotion: true },
  { name: 'page_avif', ending: 'avif', width: PAGE_WIDTH },
  { name: 'full', ending: 'webp', width: 2400, keepsMotion: true },
  { name: 'full_avif', ending: 'avif', width: 2400 },
]

/** An avif does not move; and a copy beyond the size of a page is of use only where there is more to see. */
const isWanted = (file: FileRow, { name, width }: Recipe): boolean =>
  !(file.mime === 'image/gif' && (name === 'page_avif' || name === 'full_avif')) &&
  (width <= PAGE_WIDTH || (file.width ?? 0) > PAGE_WIDTH)

/**
 * Makes the smaller copies of an image, without its EXIF data. Safe to repeat: copies are named by their content. An image
 * that cannot be copied keeps none: its original is shown.
 */
export async function makeVariants(ctx: Context, fileId: string): Promise<void> {
  const file = await findFile(ctx.db, fileId)
  if (!file || file.processed_at) return
  const variants = await withLocalCopy(ctx, file, (path) => encodeAll(ctx, file, path))
  await inTransaction(ctx.db, async (tx) => {
    await keepVariants(tx, fileId, variants)
    await tx.updateTable('files').set({ processed_at: ctx.clock.now() }).where('id', '=', fileId).execute()
  })
}

/**
 * Makes the copy that cards show, unless there is one: a work has it from the start, and no card loads an original.
 * @throws MediaError when the image cannot be copied
 */
export async function makeCard(ctx: Context, file: FileRow): Promise<void> {
  const query = ctx.db.selectFrom('file_variants').select('name').where('file_id', '=', file.id)
  if (await query.where('name', '=', CARD.name).executeTakeFirst()) return
  const variants = await withLocalCopy(ctx, file, async (path) => [await encodeOne(ctx, file, path, CARD)])
  await inTransaction(ctx.db, (tx) => keepVariants(tx, file.id, variants))
}

type Variant = Awaited<ReturnType<typeof encodeOne>>

async function keepVariants(tx: Tx, fileId: string, variants: Variant[]): Promise<void> {
  if (variants.length === 0) return
  await tx
    .insertInto('file_variants')
    .values(variants.map((variant) => ({ ...variant, file_id: fileId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The media process reads files, so what is kept elsewhere is brought here first. */
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
  for (const recipe of RECIPES.filter((each) => isWanted(file, each))) {
    try {
      variants.push(await encodeOne(ctx, file, path, recipe))
    } catch (error) {
      // Anything else, as a server that is stopping, is no fault of the picture: the job is done again.
      if (!(error instanceof MediaError)) throw error
      const { name: variant, width } = recipe
      ctx.log.warn({ file_id: file.id, variant, width, error: error.message }, 'an image could not be copied')
    }
  }
  return variants
}

async function encodeOne(ctx: Context, file: FileRow, path: string, recipe: Recipe) {
  const { name, ending } = recipe
  const { mime } = FILE_TYPES[ending]
  const copyPath = `${path}.${name}`
  try {
    const order = { path, copyPath, mime: file.mime, originalWidth: file.width, recipe }
    const { sha256, width, height, sizeBytes } = await ctx.media.run('encodeCopy', order)
    const key = storageKey(sha256, ending)
    await keepForNow(ctx, key)
    await ctx.storage.putFile(key, copyPath, { mime })
    return { name, storage_key: key, mime, width, height, size_bytes: sizeBytes }
  } finally {
    await rm(copyPath, { force: true })
  }
}
