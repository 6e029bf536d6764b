import { type ExpressionBuilder, sql } from 'kysely'
import { hashTypedData, type Hex, isAddressEqual } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Tx } from '../../db/client.ts'
import type { DB } from '../../db/types.gen.ts'
import { assertShortLived } from './assert-short-lived.ts'
import type { Custodian, SignedChain } from './custodian.ts'
import { openMemberAccounts } from './member-key.ts'
import { recordSignatures, type SignatureRecord, toCompact } from './record-signature.ts'
import { type Answer, orRefused, RefusedSignature } from './refused-signature.ts'
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
 * The sellers' signatures under sales, each bound to its buyer. Only for a listing that is PAID (or SOLD, when a reorganisation
 * took its transfer and the buyer has sold the work on) and whose token, seller, buyer and price are those asked for: a thief of the platform's
 * other keys can have no other sale signed.
 * @returns in the order of the requests; one that is refused refuses none of the others
 */
export async function signListings(
  ctx: Custodian,
  tx: Tx,
  connection: SignedChain,
  requests: readonly ListingRequest[],
): Promise<Answer[]> {
  const sales = await readPaidSales(tx, connection, requests)
  const accountOf = await openMemberAccounts(ctx, tx)
  const records: SignatureRecord[] = []
  const sign = async (request: ListingRequest) => {
    const { account, data } = prepare(ctx, connection, request, { sale: sales.get(request.listingId), accountOf })
    const cause = { type: 'listing', id: request.listingId }
    const signed = { chain: connection.chain, signer: account.address, digest: hashTypedData(data), cause }
    records.push({ kind: 'LISTING', ...signed })
    return toCompact(await account.signTypedData(data))
  }
  const answers = await Promise.all(requests.map((request) => orRefused(sign(request))))
  await recordSignatures(ctx, tx, records)
  return answers
}

type Sale = {
  price_cents: number
  token_id: string | null
  derivation_index: number
  seller_address: string | null
  buyer_address: string | null
}
type Opened = { sale: Sale | undefined; accountOf: (sale: Sale) => PrivateKeyAccount }

/**
 * The terms that are signed, and the account that signs them.
 * @throws RefusedSignature
 */
function prepare(ctx: Custodian, connection: SignedChain, request: ListingRequest, { sale, accountOf }: Opened) {
  assertShortLived(ctx, request.expiry)
  if (
    sale?.token_id !== String(request.tokenId) ||
    sale.price_cents !== request.priceCents ||
    !isSameAddress(sale.seller_address, request.seller) ||
    !isSameAddress(sale.buyer_address, request.buyer)
  ) {
    throw new RefusedSignature('no paid sale matches this listing')
  }
  const account = accountOf(sale)
  if (!isAddressEqual(account.address, request.seller)) throw new RefusedSignature('the wallet has another key')
  const { tokenId, buyer, expiry, version, epoch } = request
  const terms = { tokenId, buyer, priceUsdCents: BigInt(request.priceCents), expiry, version, epoch }
  return { account, data: listingData(connection, { seller: account.address, ...terms }) }
}

async function readPaidSales(
  tx: Tx,
  { chain }: SignedChain,
  requests: readonly ListingRequest[],
): Promise<Map<string, Sale>> {
  const rows = await tx
    .selectFrom('listings')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .innerJoin('wallets as seller', (join) =>
      join.onRef('seller.user_id', '=', 'listings.seller_id').on('seller.chain', '=', chain),
    )
    .innerJoin('wallets as buyer', (join) =>
      join.onRef('buyer.user_id', '=', 'listings.buyer_id').on('buyer.chain', '=', chain),
    )
    .select([
      'listings.id',
      'listings.price_cents',
      'nfts.token_id',
      'seller.derivation_index',
      'seller.public_address as seller_address',
      'buyer.public_address as buyer_address',
    ])
    .where('listings.id', '=', sql<string>`any(${requests.map(({ listingId }) => listingId)}::uuid[])`)
    .where((sale) =>
      sale.or([
        sale('listings.status', '=', 'PAID'),
        sale.and([sale('listings.status', '=', 'SOLD'), sale.exists(vanishedTransfer(sale as never))]),
      ]),
    )
    .where('nfts.chain', '=', chain)
    .execute()
  return new Map(rows.map((sale) => [sale.id, sale]))
}

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
