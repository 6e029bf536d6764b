import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { DEMO_NFTS } from '../../embedded/demo/catalogue.ts'
import { withPicture } from '../../embedded/demo/unpack-picture.ts'
import { computeFileCid } from '../../media/pinning/compute-file-cid.ts'
import { FILE_TYPES, storageKey } from '../../gateways/storage/file-types.ts'
import { seededId } from './seed-users.ts'

/** How many pictures the NFTs share where there is no demo to take them from. */
const PICTURES = 8
const SHARED = 40

/** Pictures that all the NFTs share: those of the demo, or some of its files. */
export async function seedFiles(ctx: Context, db: Db, run: string): Promise<string[]> {
  const demo = await db
    .selectFrom('nfts')
    .innerJoin('files', 'files.id', 'nfts.thumbnail_file_id')
    .select('files.id')
    .distinct()
    .where('files.media_type', '=', 'image')
    .limit(SHARED)
    .execute()
  if (demo.length > 0) return demo.map((file) => file.id)
  return Promise.all(DEMO_NFTS.slice(0, PICTURES).map(({ picture }) => addPicture(ctx, db, picture, run)))
}

async function addPicture(ctx: Context, db: Db, name: string, run: string): Promise<string> {
  const png = await withPicture(ctx, name, (path) => readFile(path))
  const sha256 = createHash('sha256').update(png).digest('hex')
  const key = storageKey(sha256, 'png')
  const { mime, mediaType } = FILE_TYPES.png
  await ctx.storage.put(key, png, { mime, sizeBytes: png.length })
  const id = ctx.random.id()
  await db
    .insertInto('files')
    .values({
      id,
      owner_id: seededId('user', run, sql<number>`1`),
      sha256,
      storage_key: key,
      mime,
      media_type: mediaType,
      size_bytes: png.length,
      original_name: name,
      cid: await computeFileCid(
        (async function* () {
          yield png
        })(),
      ),
      created_at: ctx.clock.now(),
    })
    .execute()
  return id
}
