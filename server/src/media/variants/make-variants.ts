import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { MediaError, UnfinishedMediaError } from '../../gateways/media/media-error.ts'
import type { MediaOrder } from '../../gateways/media/media-process.ts'
import { LEASE_MS, withLease } from '../../jobs/with-lease.ts'
import { type Copy, copyImage, keepCopy, type Recipe, withLocalCopy } from './copy-image.ts'
import { FILE_TYPES } from '../../gateways/storage/file-types.ts'
import { DRAWING_LIMITS, rasterPathOf } from '../inspect/drawings/drawing-paths.ts'
import type { FileRow } from '../files/queries.ts'

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
/** A file that ended its server so often is not tried again. */
const MAX_COPY_ATTEMPTS = 2
/** Time-outs per file: an image that takes too long in two sizes does so in the others. */
const MAX_UNFINISHED = 2
const COPY_TIMEOUT_MS = 30_000
const RETRY_MS = 60_000
/** Copies take turns with members' uploads as if they were one member's: they never wait for one member's uploads in a row, and fill no place. */
const COPIES = 'copies'

/** An avif does not move; and a copy beyond the size of a page is of use only where there is more to see. */
const isWanted = (file: FileRow, { name, width }: Recipe): boolean =>
  !(file.mime === 'image/gif' && (name === 'page_avif' || name === 'full_avif')) &&
  (width <= PAGE_WIDTH || (file.width ?? 0) > PAGE_WIDTH)

/**
 * Makes the smaller copies of the image whose turn it is, without its EXIF data. Safe to repeat: copies are named by their content. An
 * image that cannot be copied keeps none: its original is shown.
 */
export async function makeVariants(ctx: Context): Promise<void> {
  const file = await claimFile(ctx)
  if (!file) return
  const fileId = file.id
  try {
    const copies = await withLease(
      () => renew(ctx, fileId),
      () => copyAll(ctx, file),
    )
    await inTransaction(ctx.db, async (tx) => {
      await keepVariants(tx, fileId, copies)
      await tx.updateTable('files').set({ processed_at: ctx.clock.now() }).where('id', '=', fileId).execute()
    })
  } catch (error) {
    await giveBack(ctx, fileId)
    throw error
  }
}

/**
 * Makes the copy that cards show, unless there is one: an NFT has it from the start, and no card loads an original.
 * @throws MediaError when the image cannot be copied
 */
export async function makeCard(ctx: Context, file: FileRow): Promise<void> {
  if (await findVariant(ctx, file, CARD.name)) return
  const order = { ownerId: file.owner_id, lane: 'quick', timeoutMs: COPY_TIMEOUT_MS } as const
  const { mime } = file
  const card = await withLocalCopy(ctx, file, (path) => copyImage(ctx, { path, mime, recipe: CARD }, order))
  if (card) await inTransaction(ctx.db, (tx) => keepVariants(tx, file.id, [card]))
}

export async function keepVariants(tx: Tx, fileId: string, copies: readonly Copy[]): Promise<void> {
  if (copies.length === 0) return
  await tx
    .insertInto('file_variants')
    .values(copies.map((copy) => ({ ...copy, file_id: fileId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const findVariant = (ctx: Context, file: FileRow, name: Copy['name']) =>
  ctx.db
    .selectFrom('file_variants')
    .select(['storage_key', 'mime'])
    .where('file_id', '=', file.id)
    .where('name', '=', name)
    .executeTakeFirst()

/** Counted before it is tried, so that a try that ends the server counts too. No other process makes the same copies meanwhile. */
const claimFile = (ctx: Context): Promise<FileRow | undefined> =>
  ctx.db
    .updateTable('files')
    .set((eb) => ({
      copy_attempts: eb('copy_attempts', '+', 1),
      copying_until: after(ctx.clock.now(), LEASE_MS),
    }))
    .where('id', '=', whoseTurn(ctx))
    .where(isUncopied(ctx))
    .returningAll()
    .executeTakeFirst()

const renew = (ctx: Context, fileId: string) =>
  ctx.db
    .updateTable('files')
    .set({ copying_until: after(ctx.clock.now(), LEASE_MS) })
    .where('id', '=', fileId)
    .where('processed_at', 'is', null)
    .execute()

/** Neither copied nor being copied, and worth a try. */
export const isUncopied = (ctx: Context) => sql<boolean>`
  processed_at is null and copy_attempts < ${MAX_COPY_ATTEMPTS} and (copying_until is null or copying_until <= ${ctx.clock.now()})`

/** Of files whose copies are not made: the last try has ended its server too. */
export const areGivenUp = (now: Date) => sql<boolean>`
  (copy_attempts >= ${MAX_COPY_ATTEMPTS} and (copying_until is null or copying_until <= ${now}))`

/** So much later than it came an image counts as having come, for each one of the same member before it. */
const TURN_MINUTES = 5

/**
 * The image that came first, later by a turn for each of the same member before it that waits, or was copied since it came: a member
 * who uploads hundreds delays no one else, and one who uploads image after image does not overtake those that have waited their turns.
 */
const whoseTurn = (ctx: Context) => sql<string>`(
  select id from files where ${isUncopied(ctx)}
  order by created_at + ${TURN_MINUTES} * interval '1 minute' * (
    select count(*) from files as earlier
    where earlier.owner_id = files.owner_id
      and (earlier.created_at, earlier.id) < (files.created_at, files.id) and earlier.created_at > files.created_at - interval '1 day'
      and (earlier.processed_at > files.created_at or earlier.processed_at is null and earlier.copy_attempts < ${MAX_COPY_ATTEMPTS})
  ), id
  limit 1 for update skip locked)`

/** Failures that are not the picture's fault: storage that is away, a server that stops, a member with too much under way. Others come first. */
async function giveBack(ctx: Context, fileId: string): Promise<void> {
  const copying_until = after(ctx.clock.now(), RETRY_MS)
  await ctx.db
    .updateTable('files')
    .set((eb) => ({ copy_attempts: eb('copy_attempts', '-', 1), copying_until }))
    .where('id', '=', fileId)
    .execute()
}

async function copyAll(ctx: Context, file: FileRow): Promise<Copy[]> {
  const order = { ownerId: COPIES, lane: 'heavy', timeoutMs: COPY_TIMEOUT_MS } as const
  if (file.mime !== FILE_TYPES.svg.mime)
    return (await withLocalCopy(ctx, file, (path) => copyEach(ctx, file, { path, mime: file.mime }, order))) ?? []
  const stored = await findVariant(ctx, file, 'raster')
  const raster = stored ?? (await drawRaster(ctx, file, order))
  if (!raster) return []
  const copies = await withLocalCopy(ctx, raster, (path) => copyEach(ctx, file, { path, mime: raster.mime }, order))
  return [...(copies ?? []), ...(stored ? [] : [raster as Copy])]
}

async function copyEach(
  ctx: Context,
  file: FileRow,
  source: { path: string; mime: string },
  order: MediaOrder,
): Promise<Copy[]> {
  const copies: Copy[] = []
  let unfinished = 0
  for (const recipe of RECIPES.filter((each) => isWanted(file, each))) {
    try {
      copies.push(await copyImage(ctx, { ...source, recipe }, order))
    } catch (error) {
      // Another failure, as of a stopping server, is not the picture's fault: the job runs again.
      if (!(error instanceof MediaError)) throw error
      const { name: variant, width } = recipe
      ctx.log.warn({ file_id: file.id, variant, width, error: error.message }, 'an image could not be copied')
      if (error instanceof UnfinishedMediaError && ++unfinished === MAX_UNFINISHED) break
    }
  }
  return copies
}

/** Of a drawing that was uploaded before drawings were drawn at the upload. */
async function drawRaster(ctx: Context, file: FileRow, order: MediaOrder): Promise<Copy | undefined> {
  try {
    return await withLocalCopy(ctx, file, async (path) => {
      const rasterPath = rasterPathOf(path)
      try {
        const made = await ctx.media.run('rasteriseDrawing', { path, rasterPath }, { ...order, ...DRAWING_LIMITS })
        return await keepCopy(ctx, { name: 'raster', ending: 'png', path: rasterPath, made })
      } finally {
        await rm(rasterPath, { force: true })
      }
    })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    ctx.log.warn({ file_id: file.id, error: error.message }, 'a drawing could not be drawn')
    return undefined
  }
}
