import type { Chain } from '@verso/protocol/chains'
import type { Db } from '../../db/client.ts'

export type SaleRow = {
  listing_id: string
  status: string
  price_cents: number
  token_id: string | null
  /** PENDING or FAILED although it was sold: a reorganisation took the mint. */
  mint_status: string
  seller_address: string | null
  buyer_address: string | null
}

/** The sales behind SETTLE intents, by intent. */
export async function listSales(db: Db, chain: Chain, intentIds: string[]): Promise<Map<string, SaleRow>> {
  const rows = await db
    .selectFrom('chain_intents')
    .innerJoin('listings', 'listings.id', 'chain_intents.listing_id')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .leftJoin('wallets as seller', (join) =>
      join.onRef('seller.user_id', '=', 'listings.seller_id').on('seller.chain', '=', chain),
    )
    .leftJoin('wallets as buyer', (join) =>
      join.onRef('buyer.user_id', '=', 'listings.buyer_id').on('buyer.chain', '=', chain),
    )
    .select([
      'chain_intents.id',
      'listings.id as listing_id',
      'listings.status',
      'listings.price_cents',
      'nfts.token_id',
      'nfts.mint_status',
      'seller.public_address as seller_address',
      'buyer.public_address as buyer_address',
    ])
    .where('chain_intents.id', 'in', intentIds)
    .execute()
  return new Map(rows.map(({ id, ...sale }) => [id, sale]))
}
