import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'

/** A member's files, NFTs and listings, the decisions about them, and what was done for them on a chain. */
export async function exportNfts({ db }: Context, userId: string) {
  return {
    files: await db
      .selectFrom('files')
      .select(['id', 'original_name', 'mime', 'size_bytes', 'name', 'description', 'bio', 'alt_text'])
      .select(['sha256', 'cid', 'created_at'])
      .where('owner_id', '=', userId)
      .execute(),
    nfts: await db
      .selectFrom('nfts')
      .select(['id', 'chain', 'name', 'description', 'bio', 'alt_text', 'royalty_bps', 'token_id', 'metadata_cid'])
      .select(['created_by', 'owned_by', 'approval', 'taken_down_at', 'mint_status', 'created_at', 'updated_at'])
      .where((eb) => eb.or([eb('created_by', '=', userId), eb('owned_by', '=', userId)]))
      .execute(),
    moderation_decisions: await listDecisions(db, userId),
    listings: await listListings(db, userId),
    wallets: await db
      .selectFrom('wallets')
      .select(['id', 'chain', 'public_address', 'requested_at', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    chain_work: await db
      .selectFrom('chain_intents')
      .select(['id', 'chain', 'kind', 'nft_id', 'status', 'error', 'created_at', 'updated_at'])
      // The address to which a withdrawn token or a creator's royalties go.
      .select(sql<string | null>`coalesce(payload ->> 'to', payload ->> 'payout')`.as('to_address'))
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  }
}

/** On the NFTs a member made. A dismissed report is about who reported. */
const listDecisions = (db: Db, userId: string) =>
  db
    .selectFrom('moderation_decisions')
    .innerJoin('nfts', 'nfts.id', 'moderation_decisions.nft_id')
    .select(['moderation_decisions.nft_id', 'decision', 'reason', 'moderation_decisions.created_at'])
    .where('nfts.created_by', '=', userId)
    .where('decision', '<>', 'REPORT_DISMISSED')
    .orderBy('moderation_decisions.id')
    .execute()

/** A buyer is not named to others before PAID (docs/rules.md R38), also not in a seller's export. */
async function listListings(db: Db, userId: string) {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'nft_id', 'seller_id', 'buyer_id', 'price_cents', 'fee_cents', 'royalty_cents', 'status'])
    .select(['expires_at', 'created_at', 'updated_at'])
    .where((eb) => eb.or([eb('seller_id', '=', userId), eb('buyer_id', '=', userId)]))
    .execute()
  return rows.map((row) => {
    const isNamed = row.buyer_id === userId || row.status === 'PAID' || row.status === 'SOLD'
    return { ...row, buyer_id: isNamed ? row.buyer_id : null }
  })
}
