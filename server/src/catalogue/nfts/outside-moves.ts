import { LISTING_HISTORY_MAX } from '@verso/protocol/limits'
import type { memberName } from '@verso/protocol/users/member-name'
import { sql } from 'kysely'
import { NOBODY } from '../../custody/transfers/transfer.ts'

type Named = Parameters<typeof memberName>[0]

/** A move of a token, with the members whose wallets the two addresses are. */
export type OutsideMove = {
  from_address: string
  to_address: string
  /** As PostgreSQL writes it into JSON. */
  mined_at: string
  from_user: Named | null
  to_user: Named | null
}

const memberAt = (address: 'from_address' | 'to_address') => sql`(
  select json_build_object('id', users.id, 'display_name', users.display_name, 'first_name', users.first_name)
  from wallets join users on users.id = wallets.user_id
  where wallets.chain = t.chain and wallets.public_address = ${sql.ref(`t.${address}`)})`

/**
 * Of the row `nfts`, newest first: transfers that no sale here made, to or from addresses outside, and from one member's wallet to
 * another's. Sales and mints are told by the listings and the NFT. An owner outside may move a token without end: only the newest
 * transfers are looked at.
 */
export const outsideMoves = sql<OutsideMove[]>`(
  select coalesce(json_agg(json_build_object('from_address', t.from_address, 'to_address', t.to_address, 'mined_at', t.mined_at,
    'from_user', member.sender, 'to_user', member.recipient) order by t.block_number desc, t.log_index desc), '[]')
  from (
    select * from chain_transfers where chain = nfts.chain and token_id = nfts.token_id
    order by block_number desc, log_index desc limit ${sql.lit(LISTING_HISTORY_MAX)}) t
  cross join lateral (select ${memberAt('from_address')} as sender, ${memberAt('to_address')} as recipient) member
  where (member.sender is null or member.recipient is null or not exists (
      select from chain_transactions sent
      join chain_transaction_intents link on link.transaction_id = sent.id
      join chain_intents sale on sale.id = link.intent_id
      where sent.hash = t.transaction_hash and sale.kind = 'SETTLE' and sale.nft_id = nfts.id))
    and t.from_address <> all(${Object.values(NOBODY)}::text[]))`
