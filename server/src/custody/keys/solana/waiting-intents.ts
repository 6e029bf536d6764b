import type { Tx } from '../../../db/client.ts'
import { solanaWithdrawalPayload } from '../../intents/intent-payloads.ts'

/** The transfer as the database says it: the caller is not believed. */
export type Transfer = {
  mint: string
  derivation_index: number
  owner: string
  to: string
  /** The text of the memo: the payment of a sale, the intent of a withdrawal. */
  reference: string
  cause: { type: string; id: string }
}

const waiting = (tx: Tx, intentId: string, kind: 'MINT' | 'SETTLE' | 'WITHDRAW') =>
  tx
    .selectFrom('chain_intents')
    .where('chain_intents.id', '=', intentId)
    .where('chain_intents.chain', '=', 'SOL')
    .where('chain_intents.kind', '=', kind)
    .where('chain_intents.status', '=', 'WAITING')

export const readMint = (tx: Tx, intentId: string) =>
  waiting(tx, intentId, 'MINT')
    .innerJoin('nfts', 'nfts.id', 'chain_intents.nft_id')
    .innerJoin('wallets', (join) =>
      join.onRef('wallets.user_id', '=', 'chain_intents.user_id').on('wallets.chain', '=', 'SOL'),
    )
    .select([
      'nfts.id',
      'nfts.name',
      'nfts.metadata',
      'nfts.metadata_cid',
      'nfts.royalty_bps',
      'nfts.token_id',
      'wallets.public_address',
    ])
    .where('nfts.chain', '=', 'SOL')
    .executeTakeFirst()

/** PAID; or SOLD, when a dropped fork took its transfer, which then waits again. */
export async function readPaidSale(tx: Tx, intentId: string): Promise<Transfer | undefined> {
  const sale = await waiting(tx, intentId, 'SETTLE')
    .innerJoin('listings', 'listings.id', 'chain_intents.listing_id')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .innerJoin('wallets as seller', (join) =>
      join.onRef('seller.user_id', '=', 'listings.seller_id').on('seller.chain', '=', 'SOL'),
    )
    .innerJoin('wallets as buyer', (join) =>
      join.onRef('buyer.user_id', '=', 'listings.buyer_id').on('buyer.chain', '=', 'SOL'),
    )
    .select([
      'listings.id',
      'nfts.token_id as mint',
      'seller.derivation_index',
      'seller.public_address as owner',
      'buyer.public_address as to',
      'chain_intents.payment_id as reference',
    ])
    .where('listings.status', 'in', ['PAID', 'SOLD'])
    .where('nfts.chain', '=', 'SOL')
    .executeTakeFirst()
  if (!sale?.mint || !sale.owner || !sale.to) return undefined
  const { id, mint, owner, to, reference, derivation_index } = sale
  const cause = { type: 'listing', id }
  return { mint, owner, to, derivation_index, reference: reference ?? intentId, cause }
}

export async function readWithdrawal(tx: Tx, intentId: string): Promise<Transfer | undefined> {
  const row = await waiting(tx, intentId, 'WITHDRAW')
    .innerJoin('nfts', 'nfts.id', 'chain_intents.nft_id')
    .innerJoin('wallets', (join) =>
      join.onRef('wallets.user_id', '=', 'chain_intents.user_id').on('wallets.chain', '=', 'SOL'),
    )
    .select(['chain_intents.payload', 'nfts.token_id', 'wallets.derivation_index', 'wallets.public_address'])
    .where('nfts.chain', '=', 'SOL')
    .executeTakeFirst()
  const to = solanaWithdrawalPayload.safeParse(row?.payload).data?.to
  if (!row?.token_id || !row.public_address || !to) return undefined
  const { token_id: mint, public_address: owner, derivation_index } = row
  return { mint, owner, to, derivation_index, reference: intentId, cause: { type: 'chain_intent', id: intentId } }
}
