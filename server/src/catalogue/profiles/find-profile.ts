import type { UserCounts } from '@verso/protocol/users'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import { isFollowedBy, selectUsers, type UserWithPictures } from '../../identity/members/queries.ts'
import {
  type ReaderValues,
  readerValues,
  toViewer,
  viewerParts,
  type ViewerRow,
} from '../../identity/sessions/viewer-row.ts'

/** Profiles are read often: the works of a member are counted no further. */
const MAX_COUNTED = 10_000

/**
 * How many works a member has created, owns and has sold, as `GET /api/nfts/` lists them, and how many others own one that they created
 * (docs/rules.md R109). What they have paid for and is on its way counts as owned, for themselves alone (docs/rules.md R33).
 * Few NFTs are taken down, and they have an index: it is cheaper to ask that than to look up each that was sold.
 */
const countsOf = (userId: string, viewerId: RawBuilder<string> | undefined) => sql<UserCounts>`(
  with created as (
    select owned_by from nfts where created_by = ${userId} and taken_down_at is null limit ${sql.lit(MAX_COUNTED)}
  ), coming as (
    select nft_id from listings where buyer_id = ${userId} and status = 'PAID' and ${viewerId ?? sql`null`}::uuid = ${userId}
  ), owned as (
    (select id from nfts where owned_by = ${userId} and taken_down_at is null limit ${sql.lit(MAX_COUNTED)})
    union all
    select id from nfts where id in (select nft_id from coming) and taken_down_at is null and owned_by is distinct from ${userId}
  ), sold as (
    select distinct nft_id from listings
    where seller_id = ${userId} and status = 'SOLD'
      and not exists (select from nfts where nfts.id = nft_id and taken_down_at is not null)
    limit ${sql.lit(MAX_COUNTED)}
  )
  select json_build_object(
    'created', (select count(*) from created),
    'owned', (select count(*) from owned),
    'sold', (select count(*) from sold),
    'collectors', (select count(*) from (select distinct owned_by from created where owned_by <> ${userId}) as collectors)))`

type Profile = UserWithPictures & { counts: UserCounts; is_following: boolean }
type Row = { viewer: ViewerRow | null } & (Profile | { id: null })
const profiles = createStatements<ReaderValues & { id: string }, Row>()

/** A member with their numbers, if there is one, and the reader. */
export async function findProfile(
  db: Db,
  id: string,
  reader: Reader,
): Promise<{ viewer: Viewer | null; profile: Profile | undefined }> {
  const [row] = await profiles(db, {
    values: { id, ...readerValues(reader) },
    build: ({ id: userId, ...given }) => {
      const { tables, row: viewer, id: viewerId } = viewerParts(given)
      const profile = selectUsers(db)
        .select([countsOf(userId, viewerId).as('counts'), isFollowedBy(viewerId).as('is_following')])
        .where('id', '=', userId)
        .where('status', '<>', 'DELETED')
      return sql`with ${tables} profile as (${profile})
        select ${viewer} as viewer, profile.* from (select) as one left join profile on true`.compile(db)
    },
  })
  const { viewer, ...found } = row as Row
  return { viewer: toViewer(viewer), profile: found.id === null ? undefined : (found as Profile) }
}
