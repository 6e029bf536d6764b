import { OTHER_FACTORS } from '@verso/protocol/users'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import type { UsersTable } from '../../db/types.gen.ts'
import { notFound } from '../../http/app-error.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import type { VariantKeys } from '../../media/files/file-urls.ts'
import { type ReaderValues, readerValues, toViewer, viewerParts, type ViewerRow } from '../sessions/viewer-row.ts'

export type Picture = { id: string; storage_key: string; variants: VariantKeys }
export type UserRow = Selectable<UsersTable>
type Pictures = { avatar: Picture | null; headerImage: Picture | null }
export type UserWithPictures = UserRow & Pictures
export type PublicUser = Pictures &
  Pick<UserRow, 'id' | 'first_name' | 'display_name' | 'bio' | 'occupation' | 'created_at'>

const picture = (fileId: string) => sql<Picture | null>`(
  select json_build_object('id', files.id, 'storage_key', files.storage_key, 'variants', (
    select coalesce(json_object_agg(name, storage_key), '{}') from file_variants where file_id = files.id))
  from files where files.id = ${sql.ref(fileId)})`

/** By name, so that a column that a newer version adds leaves prepared statements as they are (docs/decisions/0260). */
const USER_COLUMNS = [
  'users.id',
  'users.creator_number',
  'users.email',
  'users.email_verified_at',
  'users.password_hash',
  'users.phone',
  'users.phone_verified_at',
  'users.first_name',
  'users.last_name',
  'users.display_name',
  'users.bio',
  'users.occupation',
  'users.avatar_file_id',
  'users.header_image_file_id',
  'users.is_admin',
  'users.subscription',
  'users.status',
  'users.email_consent_at',
  'users.royalty_payout_address',
  'users.created_at',
  'users.updated_at',
  'users.registered_again_at',
  'users.time_zone',
] as const

const PUBLIC_COLUMNS = [
  'users.id',
  'users.first_name',
  'users.display_name',
  'users.bio',
  'users.occupation',
  'users.created_at',
] as const

const PICTURES = [
  picture('users.avatar_file_id').as('avatar'),
  picture('users.header_image_file_id').as('headerImage'),
] as const

/** Members with what a presentation needs of their pictures. */
export const selectUsers = (db: Db | Tx) => db.selectFrom('users').select(USER_COLUMNS).select(PICTURES)
/** The public columns of members (docs/rules.md R37). */
export const selectPublicUsers = (db: Db | Tx) => db.selectFrom('users').select(PUBLIC_COLUMNS).select(PICTURES)

/** Whether this member follows the one of the row; false for a visitor. */
export const isFollowedBy = (viewerId: RawBuilder<string> | undefined): RawBuilder<boolean> =>
  viewerId
    ? sql<boolean>`exists (select from follows where follows.user_id = ${viewerId} and follows.followed_id = users.id)`
    : sql<boolean>`false`

const users = createStatements<{ id: string }, UserWithPictures>()

/** @throws AppError not_found also for a deleted member */
export async function getUser(db: Db | Tx, id: string): Promise<UserWithPictures> {
  const build = (given: { id: string }) =>
    selectUsers(db).where('id', '=', given.id).where('status', '<>', 'DELETED').compile()
  const [user] = await users(db, { values: { id }, build })
  if (!user) throw notFound('User not found')
  return user
}

type OtherFactor = (typeof OTHER_FACTORS)[number]
type MeRow = UserWithPictures & { viewer: ViewerRow | null; factors: string[] }
const own = createStatements<ReaderValues, MeRow>()

/** The reader's own row, with the kinds of second factors that they have beside the phone, and can use now. */
export async function findMe(
  db: Db,
  reader: Reader,
): Promise<{ viewer: Viewer | null; user: UserWithPictures; otherFactors: OtherFactor[] }> {
  const [row] = await own(db, {
    values: readerValues(reader),
    build: (given) => {
      const { tables, row: viewer, temporaryId } = viewerParts(given)
      const factors = sql`array(select distinct kind from factors
        where user_id = users.id and (kind = 'RECOVERY_CODE' or confirmed_at is not null))`
      const me = selectUsers(db).select(factors.as('factors')).where(sql<boolean>`users.id = ${temporaryId}`)
      return sql`with ${tables} me as (${me}) select ${viewer} as viewer, me.* from (select) as one left join me on true`.compile(
        db,
      )
    },
  })
  const { viewer, factors, ...user } = row as MeRow
  const otherFactors = OTHER_FACTORS.filter((kind) => factors?.includes(kind))
  return { viewer: toViewer(viewer), user, otherFactors }
}
