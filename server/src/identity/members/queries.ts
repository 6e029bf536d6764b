import { OTHER_FACTORS } from '@verso/protocol/users'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import type { UsersTable } from '../../db/types.gen.ts'
import { notFound } from '../../http/app-error.ts'
import type { VariantKeys } from '../../media/files/file-urls.ts'
import { listVariants } from '../../media/files/queries.ts'

export type Picture = { id: string; storage_key: string; variants: VariantKeys }
export type UserRow = Selectable<UsersTable>
export type UserWithPictures = UserRow & { avatar: Picture | null; headerImage: Picture | null }

/** @throws AppError not_found also for a deleted member */
export async function getUser(db: Db | Tx, id: string): Promise<UserWithPictures> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst()
  if (!row) throw notFound('User not found')
  const [user] = await withPictures(db, [row])
  return user as UserWithPictures
}

export async function withPictures(db: Db | Tx, rows: UserRow[]): Promise<UserWithPictures[]> {
  const ids = rows.flatMap((row) => [row.avatar_file_id, row.header_image_file_id]).filter((id) => id !== null)
  if (ids.length === 0) return rows.map((row) => ({ ...row, avatar: null, headerImage: null }))
  const [files, variants] = await Promise.all([
    db.selectFrom('files').select(['id', 'storage_key']).where('id', 'in', ids).execute(),
    listVariants(db, ids),
  ])
  const byId = new Map(files.map((file) => [file.id, { ...file, variants: variants.get(file.id) ?? {} }]))
  const picture = (id: string | null) => (id === null ? null : (byId.get(id) ?? null))
  return rows.map((row) => ({
    ...row,
    avatar: picture(row.avatar_file_id),
    headerImage: picture(row.header_image_file_id),
  }))
}

/** The kinds of second factors that a member has beside the phone, and can use now. */
export async function listOtherFactors(db: Db | Tx, userId: string): Promise<OtherFactor[]> {
  const rows = await db
    .selectFrom('factors')
    .select('kind')
    .distinct()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('kind', '=', 'RECOVERY_CODE'), eb('confirmed_at', 'is not', null)]))
    .execute()
  return OTHER_FACTORS.filter((kind) => rows.some((row) => row.kind === kind))
}
type OtherFactor = (typeof OTHER_FACTORS)[number]
