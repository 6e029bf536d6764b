import type { ExpressionBuilder } from 'kysely'
import { hashTypedData, type Hex, isAddressEqual } from 'viem'
import type { Tx } from '../../db/client.ts'
import type { DB } from '../../db/types.gen.ts'
import { assertShortLived } from './assert-short-lived.ts'
import type { Custodian, SignedChain } from './custodian.ts'
import { openMemberAccount } from './member-key.ts'
import { type CompactSignature, recordSignature, toCompact } from './record-signature.ts'
import { RefusedSignature } from './refused-signature.ts'
import { listingData, type SignatureNonces } from './typed-data.ts'

export type ListingRequest = SignatureNonces & {
  listingId: string
  tokenId: bigint
  seller: Hex
  buyer: Hex
  priceCents: number
  expiry: bigint
}

/**
 * The seller's signature under a sale, bound to its buyer. Only for a listing that is PAID (or SOLD, when a reorganisation
 * took its transfer and the buyer has sold the work on) and whose token, seller, buyer and price are those asked for: a thief of the platform's
 * other keys can have no other sale signed.
 * @throws RefusedSignature
 */
export async function signListing(
  ctx: Custodian,
  tx: Tx,
  connection: SignedChain,
  request: ListingRequest,
): Promise<CompactSignature> {
  assertShortLived(ctx, request.expiry)
  const sale = await readPaidSale(tx, connection, request.listingId)
  if (
    sale?.token_id !== String(request.tokenId) ||
    sale.price_cents !== request.priceCents ||
    !isSameAddress(sale.seller_address, request.seller) ||
    !isSameAddress(sale.buyer_address, request.buyer)
  ) {
    throw new RefusedSignature('no paid sale matches this listing')
  }
  const account = await openMemberAccount(ctx, tx, sale)
  if (!isAddressEqual(account.address, request.seller)) throw new RefusedSignature('the wallet has another key')
  const data = listingData(connection, {
    seller: account.address,
    tokenId: request.tokenId,
    buyer: request.buyer,
    priceUsdCents: BigInt(request.priceCents),
    expiry: request.expiry,
    version: request.version,
    epoch: request.epoch,
  })
  await recordSignature(ctx, tx, {
    chain: connection.chain,
    kind: 'LISTING',
    signer: account.address,
    digest: hashTypedData(data),
    cause: { type: 'listing', id: request.listingId },
  })
  return toCompact(await account.signTypedData(data))
}

const readPaidSale = (tx: Tx, { chain }: SignedChain, listingId: string) =>
  tx
    .selectFrom('listings')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .innerJoin('wallets as seller', (join) =>
      join.onRef('seller.user_id', '=', 'listings.seller_id').on('seller.chain', '=', chain),
    )
    .innerJoin('wallets as buyer', (join) =>
      join.onRef('buyer.user_id', '=', 'listings.buyer_id').on('buyer.chain', '=', chain),
    )
    .select([
      'listings.price_cents',
      'nfts.token_id',
      'seller.derivation_index',
      'seller.public_address as seller_address',
      'buyer.public_address as buyer_address',
    ])
    .where('listings.id', '=', listingId)
    .where((sale) =>
      sale.or([
        sale('listings.status', '=', 'PAID'),
        sale.and([sale('listings.status', '=', 'SOLD'), sale.exists(vanishedTransfer(sale as never))]),
      ]),
    )
    .where('nfts.chain', '=', chain)
    .executeTakeFirst()

/** A completed sale has a waiting intent only when the chain has lost its transfer. */
const vanishedTransfer = (sale: ExpressionBuilder<DB, 'listings'>) =>
  sale
    .selectFrom('chain_intents')
    .select('chain_intents.id')
    .whereRef('chain_intents.listing_id', '=', 'listings.id')
    .where('chain_intents.kind', '=', 'SETTLE')
    .where('chain_intents.status', '=', 'WAITING')

const isSameAddress = (stored: string | null, asked: Hex): boolean =>
  stored !== null && isAddressEqual(stored as Hex, asked)
