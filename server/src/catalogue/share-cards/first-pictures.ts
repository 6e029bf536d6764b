import { PAGES } from '@verso/protocol/pages/pages'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { readForVisitor } from '../../db/replica/replica.ts'
import { urlsFor } from '../../http/urls.ts'
import { variantUrl } from '../../media/files/file-urls.ts'
import { isWithheldFromNft } from '../../media/files/withheld-files.ts'

/** The first row of a phone, as first-script.js shows it. */
const FIRST_ROW = 2

/**
 * The pictures of Explore's first cards: named with the page, a phone fetches them before it knows the list (docs/decisions/0264).
 * The order is the one of the list without filters; without the database a page is still a page.
 */
export const firstPictures =
  (ctx: Context) =>
  async (url: string): Promise<string[]> => {
    if (url !== PAGES.home) return []
    try {
      return await readForVisitor(ctx, { read: (db) => listFirstPictures({ ...ctx, db }) })
    } catch (error) {
      ctx.log.warn({ error: (error as Error).message }, 'the first pictures were left out')
      return []
    }
  }

async function listFirstPictures(ctx: Context): Promise<string[]> {
  const urls = urlsFor(ctx)
  const rows = await ctx.db
    .selectFrom('nfts')
    .innerJoin('files as picture', 'picture.id', 'nfts.thumbnail_file_id')
    .select((eb) => [
      'picture.storage_key',
      isWithheldFromNft(sql`picture`).as('is_withheld'),
      eb
        .selectFrom('file_variants as copy')
        .select((copy) =>
          copy.fn<Record<string, string> | null>('jsonb_object_agg', ['copy.name', 'copy.storage_key']).as('keys'),
        )
        .whereRef('copy.file_id', '=', 'picture.id')
        .as('variants'),
    ])
    .where(
      sql<boolean>`nfts.taken_down_at is null and nfts.approval = 'APPROVED' and nfts.active_price_cents is not null`,
    )
    .orderBy('nfts.updated_at', 'desc')
    .orderBy('nfts.id', 'desc')
    .limit(FIRST_ROW)
    .execute()
  const shown = rows.filter((row) => !row.is_withheld)
  return shown.map(({ storage_key, variants }) => variantUrl(urls, { storage_key, variants: variants ?? {} }, 'card'))
}
