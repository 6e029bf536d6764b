import type { UserCounts } from '@verso/protocol/users'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

/** Profiles are read often: beyond this the works of a member are not counted. */
const MAX_COUNTED = 10_000

/**
 * How many works a member has created, owns and has sold, as `GET /api/nfts/` lists them, and how many others own one that they created
 * (docs/rules.md R109).
 * @param viewer isOwn: what they have paid for and is on its way counts as owned, for themselves alone (docs/rules.md R33)
 */
export async function countNftsOf(db: Db, userId: string, viewer: { isOwn: boolean }): Promise<UserCounts> {
  const buyerId = viewer.isOwn ? userId : null
  const { rows } = await sql<UserCounts>`
    with created as (
      select owned_by from nfts where created_by = ${userId} and taken_down_at is null limit ${MAX_COUNTED}
    ), coming as (
      select nft_id from listings where buyer_id = ${buyerId} and status = 'PAID'
    ), owned as (
      (select id from nfts where owned_by = ${userId} and taken_down_at is null limit ${MAX_COUNTED})
      union
      select id from nfts where id in (select nft_id from coming) and taken_down_at is null
    ), sold as (
      select from nfts
      where id in (select nft_id from listings where seller_id = ${userId} and status = 'SOLD') and taken_down_at is null
      limit ${MAX_COUNTED}
    )
    select
      (select count(*) from created) as created,
      (select count(*) from owned) as owned,
      (select count(*) from sold) as sold,
      (select count(distinct owned_by) from created where owned_by <> ${userId}) as collectors`.execute(db)
  return rows[0] as UserCounts
}
