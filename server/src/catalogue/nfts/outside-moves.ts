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

/**
 * Of the row `nfts`, newest first: transfers that no sale here made, to or from addresses outside, and from one member's wallet to
 * another's. Sales and mints are told by the listings and the NFT.
 */
export const outsideMoves = sql<OutsideMove[]>`(
  select coalesce(json_agg(json_build_object('from_address', t.from_address, 'to_address', t.to_address, 'mined_at', t.mined_at,
    'from_user', case when f.id is not null then json_build_object('id', f.id, 'display_name', f.display_name, 'first_name', f.first_name) end,
    'to_user', case when r.id is not null then json_build_object('id', r.id, 'display_name', r.display_name, 'first_name', r.first_name) end)
    order by t.block_number desc, t.log_index desc), '[]')
  from chain_transfers t
  left join wallets fw on fw.chain = t.chain and lower(fw.public_address) = lower(t.from_address)
  left join users f on f.id = fw.user_id
  left join wallets rw on rw.chain = t.chain and lower(rw.public_address) = lower(t.to_address)
  left join users r on r.id = rw.user_id
  where t.chain = nfts.chain and t.token_id = nfts.token_id
    and (f.id is null or r.id is null or not exists (
      select from chain_transactions sent
      join chain_transaction_intents link on link.transaction_id = sent.id
      join chain_intents sale on sale.id = link.intent_id
      where sent.hash = t.transaction_hash and sale.kind = 'SETTLE' and sale.nft_id = nfts.id))
    and t.from_address <> all(${Object.values(NOBODY)}::text[]))`
