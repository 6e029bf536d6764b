import type { Category } from '@verso/protocol/operations/settings'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../db/client.ts'
import { IS_FOUND_BY_NAME, LOWER_PUBLIC_NAME } from '../../identity/members/named-like.ts'
import { isFollowedBy, type PublicUser, selectPublicUsers } from '../../identity/members/queries.ts'
import { listDetailsInOrder, type NftDetails } from '../nfts/queries.ts'
import { type Named, rankNames } from './rank-names.ts'

type Viewer = { userId: string; isAdmin?: boolean } | null
type Search = { text: string; limit: number }
export type FoundUser = PublicUser & { is_following: boolean }
export type Found = { nfts: NftDetails[]; users: FoundUser[]; categories: Category[] }

/** Two letters that changed places in a word of five or more are forgiven. In a longer text less has to be, and much more is alike. */
const SIMILARITY = { word: '0.35', text: '0.4' }
const WORD_MAX_LENGTH = 9

/** Ids, best first. */
type Ranked = { nfts: string[]; users: string[]; categories: number[] }

/** As Explore: approved NFTs only (docs/rules.md R23). */
const NFTS: Named = {
  from: sql`nfts`,
  name: sql`lower(nfts.name)`,
  isShown: sql`nfts.taken_down_at is null and nfts.approval = 'APPROVED'`,
}
const USERS: Named = { from: sql`users`, name: LOWER_PUBLIC_NAME, isShown: IS_FOUND_BY_NAME }
const CATEGORIES: Named = { from: sql`categories`, name: sql`lower(categories.name)`, isShown: sql`true` }

/** NFTs, members and categories by name (docs/rules.md R111), best first. */
export async function searchByName(db: Db, search: Search, viewer: Viewer): Promise<Found> {
  if (search.text === '') return { nfts: [], users: [], categories: [] }
  const ids = await inTransaction(db, async (tx) => {
    // PostgreSQL takes one name in a hundred for alike, and would rather read them all than ask the index.
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${search.text.length > WORD_MAX_LENGTH ? SIMILARITY.text : SIMILARITY.word}, true), set_config('enable_seqscan', 'off', true)`.execute(
      tx,
    )
    const { rows } = await sql<Ranked>`select ${rankNames(NFTS, search)} as nfts, ${rankNames(USERS, search)} as users,
      ${rankNames(CATEGORIES, search)} as categories`.execute(tx)
    return rows[0] as Ranked
  })
  return {
    nfts: await listDetailsInOrder(db, ids.nfts, viewer),
    users: await listFoundUsers(db, ids.users, viewer),
    categories: await listCategoriesInOrder(db, ids.categories),
  }
}

/** Those of these members whom a search finds, in this order. */
async function listFoundUsers(db: Db, ids: readonly string[], viewer: Viewer): Promise<FoundUser[]> {
  if (ids.length === 0) return []
  const followed = isFollowedBy(viewer ? sql<string>`${viewer.userId}` : undefined)
  const found = selectPublicUsers(db).select(followed.as('is_following')).where('id', 'in', ids).where(IS_FOUND_BY_NAME)
  return inOrder(await found.execute(), ids)
}

async function listCategoriesInOrder(db: Db, ids: readonly number[]): Promise<Category[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute()
  return inOrder(rows, ids)
}

function inOrder<Id, Row extends { id: Id }>(rows: readonly Row[], ids: readonly Id[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
