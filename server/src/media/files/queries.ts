import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import type { FilesTable } from '../../db/types.gen.ts'
import { notFound } from '../../http/app-error.ts'
import type { VariantKeys, VariantName } from './file-urls.ts'
import { isFileWithheld } from './withheld-files.ts'

export type FileRow = Selectable<FilesTable>

export const findFile = (db: Db | Tx, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

export async function getFile(db: Db | Tx, id: string): Promise<FileRow> {
  const file = await findFile(db, id)
  if (!file) throw notFound('File not found')
  return file
}

/** Used neither by an NFT (also one that was taken down) nor by a profile. */
export const isUnused = sql<boolean>`not exists (select from nfts where nfts.file_id = files.id)
  and not exists (select from nfts where nfts.thumbnail_file_id = files.id)
  and not exists (select from users where users.avatar_file_id = files.id)
  and not exists (select from users where users.header_image_file_id = files.id)`

/**
 * A file that nothing uses yet is only for its owner and for admins.
 * @throws AppError not_found
 */
export async function getFileForViewer(
  db: Db,
  id: string,
  viewer: { userId: string; isAdmin: boolean } | null,
): Promise<FileRow> {
  const query = db.selectFrom('files').selectAll().select(isUnused.as('is_unused')).where('id', '=', id)
  const file = await query.executeTakeFirst()
  const isShown = file && (!file.is_unused || file.owner_id === viewer?.userId || viewer?.isAdmin === true)
  if (!isShown) throw notFound('File not found')
  return file
}

export async function isWithheldFile(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('files').select(isFileWithheld(sql`files`).as('is_withheld'))
  return (await query.where('id', '=', id).executeTakeFirst())?.is_withheld ?? false
}

/** The storage key of the variant that this page or card shows of a file, its AVIF where there is one; null until it is made. */
export const variantKey = (fileId: RawBuilder<unknown>, name: VariantName): RawBuilder<string | null> => {
  const key = (variant: string) =>
    sql`(select storage_key from file_variants where file_id = ${fileId} and name = ${sql.lit(variant)})`
  return sql`coalesce(${key(`${name}_avif`)}, ${key(name)})`
}

/** Storage keys of the variants of these files: file id → name → key. */
export async function listVariants(db: Db | Tx, fileIds: readonly string[]): Promise<Map<string, VariantKeys>> {
  const byFile = new Map<string, VariantKeys>(fileIds.map((id) => [id, {}]))
  if (fileIds.length === 0) return byFile
  const rows = await db
    .selectFrom('file_variants')
    .select(['file_id', 'name', 'storage_key'])
    .where('file_id', 'in', [...new Set(fileIds)])
    .execute()
  for (const row of rows) (byFile.get(row.file_id) ?? {})[row.name] = row.storage_key
  return byFile
}
