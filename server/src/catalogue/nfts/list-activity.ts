import { type ActivityLogEntry, deriveActivityLog } from '@verso/protocol/nfts/activity-log'
import { memberName } from '@verso/protocol/users/member-name'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { NftDetails, NftRow } from './queries.ts'
import { presentListing } from '../listings/present-listing.ts'

/** The activity log of an NFT (docs/rules.md R30), with moves of its token to or from outside addresses. */
export async function listActivity(
  db: Db,
  { nft, listings }: NftDetails,
  viewerId: string | null,
): Promise<ActivityLogEntry[]> {
  const creator = { id: nft.created_by, display_name: nft.creator_display_name, first_name: nft.creator_first_name }
  const log = { created_at: nft.created_at.toISOString(), creator_username: memberName(creator) }
  return deriveActivityLog(
    log,
    listings.map((listing) => presentListing(listing, viewerId)),
    await listOutsideTransfers(db, nft),
  )
}

/**
 * Transfers that no sale here made: to or from addresses outside, and from one member's wallet to another's. Sales and mints
 * are told by the listings and the NFT.
 */
async function listOutsideTransfers(db: Db, nft: NftRow): Promise<{ from: string; to: string; date: string }[]> {
  if (nft.token_id === null) return []
  const { rows } = await sql<{
    from_address: string
    to_address: string
    mined_at: Date
    from_user: Named | null
    to_user: Named | null
  }>`
    select t.from_address, t.to_address, t.mined_at,
      case when f.id is not null then json_build_object('id', f.id, 'display_name', f.display_name, 'first_name', f.first_name) end as from_user,
      case when r.id is not null then json_build_object('id', r.id, 'display_name', r.display_name, 'first_name', r.first_name) end as to_user
    from chain_transfers t
    left join wallets fw on fw.chain = t.chain and lower(fw.public_address) = lower(t.from_address)
    left join users f on f.id = fw.user_id
    left join wallets rw on rw.chain = t.chain and lower(rw.public_address) = lower(t.to_address)
    left join users r on r.id = rw.user_id
    where t.chain = ${nft.chain} and t.token_id = ${nft.token_id}
      and (f.id is null or r.id is null or not exists (
        select from chain_transactions sent
        join chain_transaction_intents link on link.transaction_id = sent.id
        join chain_intents sale on sale.id = link.intent_id
        where sent.hash = t.transaction_hash and sale.kind = 'SETTLE' and sale.nft_id = ${nft.id}))
      and t.from_address <> '0x0000000000000000000000000000000000000000'
    order by t.block_number desc, t.log_index desc`.execute(db)
  return rows.map((row) => ({
    from: row.from_user ? memberName(row.from_user) : shortAddress(row.from_address),
    to: row.to_user ? memberName(row.to_user) : shortAddress(row.to_address),
    date: row.mined_at.toISOString(),
  }))
}

type Named = Parameters<typeof memberName>[0]
const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
