import type { Chain } from '@verso/protocol/chains'
import type { Db } from '../../src/db/client.ts'

export type Mint = { id: string; chain: Chain; tokenId: string | null; ownedBy: string | null }
export type Sale = {
  payment: string
  status: string
  listing: string
  buyerId: string
  chain: Chain
  tokenId: string | null
  ownedBy: string | null
}

/** The rows that still wait: mints, sales and intents. */
export async function listOpen(db: Db): Promise<object[]> {
  const [mints, listings, intents] = await Promise.all([
    db.selectFrom('nfts').select(['id', 'mint_status']).where('mint_status', '<>', 'SUCCESSED').execute(),
    db
      .selectFrom('listings')
      .select(['id', 'status'])
      .where('status', 'in', ['PENDING_LISTINGS', 'PAYMENT_PROCESSING', 'PAID'])
      .execute(),
    db
      .selectFrom('chain_intents')
      .select(['id', 'kind', 'status', 'error'])
      .where('status', '<>', 'CONFIRMED')
      .execute(),
  ])
  return [...mints, ...listings, ...intents]
}

export async function readState(db: Db): Promise<{ mints: Mint[]; sales: Sale[] }> {
  const mints = db.selectFrom('nfts').select(['id', 'chain', 'token_id as tokenId', 'owned_by as ownedBy'])
  const sales = db
    .selectFrom('payments')
    .innerJoin('listings', 'listings.id', 'payments.listing_id')
    .innerJoin('nfts', 'nfts.id', 'payments.nft_id')
    .select([
      'payments.id as payment',
      'payments.status',
      'listings.status as listing',
      'payments.user_id as buyerId',
      'nfts.chain',
      'nfts.token_id as tokenId',
      'nfts.owned_by as ownedBy',
    ])
  return { mints: await mints.execute(), sales: await sales.execute() }
}
