import { THUMBNAIL_TYPES } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'
import { invalidField } from '../../http/app-error.ts'
import { MediaError, UnfinishedMediaError } from '../../gateways/media/media-error.ts'
import { makeCard } from '../../media/variants/make-variants.ts'
import { findFile } from '../../media/files/queries.ts'

/**
 * Before an NFT is created: its card gets the small copy at once instead of when the job comes to it. What is no thumbnail of
 * this member's is left to `createNft`, which says so. On a machine that has too much to do the NFT has its card later.
 * @throws AppError when the picture cannot be shown small
 */
export async function prepareThumbnail(ctx: Context, input: { thumbnail: string; memberId: string }): Promise<void> {
  const file = await findFile(ctx.db, input.thumbnail)
  if (file?.owner_id !== input.memberId || file.size_bytes > ctx.config.uploads.thumbnailMaxBytes) return
  if (!(THUMBNAIL_TYPES as readonly string[]).includes(file.mime)) return
  try {
    await makeCard(ctx, file)
  } catch (error) {
    if (error instanceof UnfinishedMediaError)
      return ctx.log.warn({ file_id: file.id, error: error.message }, 'a card could not be made at once')
    if (error instanceof MediaError) throw invalidField('thumbnail', 'The thumbnail cannot be read')
    throw error
  }
}
