import type { Tx } from '../../db/client.ts'
import type { Transfer } from './transfer.ts'

/** The paid or completed sale that this transfer carries out: from its seller's wallet to its buyer's. */
export const findSaleByMove = (
  tx: Tx,
  nftId: string,
  transfer: Transfer,
): Promise<{ id: string; status: string } | undefined> =>
  tx
    .selectFrom('listings')
    .innerJoin('wallets as seller', (join) =>
      join.onRef('seller.user_id', '=', 'listings.seller_id').on('seller.chain', '=', transfer.chain),
    )
    .innerJoin('wallets as buyer', (join) =>
      join.onRef('buyer.user_id', '=', 'listings.buyer_id').on('buyer.chain', '=', transfer.chain),
    )
    .select(['listings.id', 'listings.status'])
    .where('listings.nft_id', '=', nftId)
    .where('listings.status', 'in', ['PAID', 'SOLD'])
    .where('seller.public_address', '=', transfer.from_address)
    .where('buyer.public_address', '=', transfer.to_address)
    // The same two may have sold it to each other before: the open sale first, then the latest.
    .orderBy((eb) => eb.case().when('listings.status', '=', 'PAID').then(0).else(1).end())
    .orderBy('listings.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
