import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import { dateOf, type JsonRow } from '../../db/times.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import { IS_FOUND_BY_NAME } from '../../identity/members/named-like.ts'
import { isFollowedBy, selectPublicUsers } from '../../identity/members/queries.ts'
import {
  knownOf,
  type ReaderValues,
  readerValues,
  toViewer,
  viewerParts,
  type ViewerRow,
} from '../../identity/sessions/viewer-row.ts'
import { findSettingTime, getOperatorSettings, type OperatorSettings } from '../../settings/settings-store.ts'
import { type DetailsRow, listDetailsInOrder, type NftDetails, selectDetails, toDetails } from '../nfts/queries.ts'
import type { FoundUser } from '../search/search.ts'

export type FeaturedRows = { nfts: NftDetails[]; users: FoundUser[] }
export type ChosenRows = FeaturedRows & { notShownIds: string[]; updatedAt: Date | null }

/** How many NFTs and artists the front has of a kind of which the operator has chosen none. */
const NEWEST = 4
/** Among so many of the newest works its artists are looked for. */
const LOOKED_AT = 24

/** All that operators have chosen, and what of it visitors do not see now. A member who deleted the account has left it. */
export async function listChosen(ctx: Context, viewer: { userId: string; isAdmin?: boolean }): Promise<ChosenRows> {
  // Before what it is the time of: a choice made between the two is another one.
  const updatedAt = await findSettingTime(ctx.db, 'featured')
  const { nftIds, userIds } = (await getOperatorSettings(ctx)).featured
  const nfts = await listDetailsInOrder(ctx.db, nftIds, viewer)
  const users = await listMembers(ctx.db, userIds, viewer)
  const notShown = [
    ...nfts.map(({ nft }) => nft).filter((nft) => nft.approval !== 'APPROVED' || nft.taken_down_at),
    ...users.filter((user) => !user.is_shown),
  ]
  return { nfts, users, notShownIds: notShown.map(({ id }) => id), updatedAt }
}

async function listMembers(
  db: Db,
  ids: string[],
  viewer: { userId: string },
): Promise<(FoundUser & { is_shown: boolean })[]> {
  if (ids.length === 0) return []
  const rows = await selectPublicUsers(db)
    .select([isFollowedBy(sql`${viewer.userId}`).as('is_following'), IS_FOUND_BY_NAME.as('is_shown')])
    .where('id', 'in', ids)
    .where('status', '<>', 'DELETED')
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** The operator's choice, of which all is still public, or for a kind without any the newest with sales (docs/rules.md R112); and the viewer. */
export async function listFeatured(db: Db, reader: Reader): Promise<FeaturedRows & { viewer: Viewer | null }> {
  const [row] = await fronts(db, { values: readerValues(reader), build: (given) => buildFront(db, given) })
  const { viewer: viewerRow, nfts, users } = row as Front
  const viewer = toViewer(viewerRow)
  return {
    nfts: toDetails(nfts, knownOf(reader, viewer)),
    users: users.map((user) => ({ ...user, created_at: dateOf(user.created_at) })),
    viewer,
  }
}

type Front = { viewer: ViewerRow | null; nfts: DetailsRow[]; users: JsonRow<FoundUser>[] }
const fronts = createStatements<ReaderValues, Front>()

function buildFront(db: Db, values: ReaderValues): CompiledQuery {
  const { tables, row: viewer, id: viewerId } = viewerParts(values)
  const nfts = selectDetails(db, viewerId)
    .innerJoin(sql<Place>`front_nfts`.as('front'), 'front.id', 'nfts.id')
    .select('front.place')
  const users = selectPublicUsers(db)
    .select(isFollowedBy(viewerId).as('is_following'))
    .innerJoin(sql<Place>`front_users`.as('front'), 'front.id', 'users.id')
    .select('front.place')
  return sql`with ${tables}
    chosen_nfts as (select id, place from (${chosen('nftIds')}) as chosen join nfts using (id) where ${IS_SHOWN}),
    chosen_users as (select id, place from (${chosen('userIds')}) as chosen join users using (id) where ${IS_FOUND_BY_NAME}),
    newest as (
      select id, created_by, row_number() over (order by updated_at desc, id desc) as place
      from nfts where ${IS_SHOWN} and last_sale_cents is not null
      order by updated_at desc, id desc limit ${sql.lit(LOOKED_AT)}
    ), artists as (
      select users.id, min(place) as place from newest join users on users.id = newest.created_by
      where ${IS_FOUND_BY_NAME} group by users.id order by place limit ${sql.lit(NEWEST)}
    ), front_nfts as (
      table chosen_nfts
      union all select id, place from newest where place <= ${sql.lit(NEWEST)} and not exists (table chosen_nfts)
    ), front_users as (
      table chosen_users
      union all select id, place from artists where not exists (table chosen_users)
    )
    select ${viewer} as viewer,
      (select coalesce(json_agg(shown order by shown.place), '[]') from (${nfts}) as shown) as nfts,
      (select coalesce(json_agg(shown order by shown.place), '[]') from (${users}) as shown) as users`.compile(db)
}
type Place = { id: string; place: number }

/** In the words of the indexes. */
const IS_SHOWN = sql`nfts.taken_down_at is null and nfts.approval = 'APPROVED'`

const chosen = (kind: keyof OperatorSettings['featured']) => sql`
  select chosen.id::uuid as id, place
  from settings, jsonb_array_elements_text(value -> ${sql.lit(kind)}) with ordinality as chosen (id, place)
  where key = 'featured'`
