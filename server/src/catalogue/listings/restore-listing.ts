import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ListingRow } from './move-listing.ts'

type Terms = Pick<
  ListingRow,
  'nft_id' | 'seller_id' | 'price_cents' | 'fee_bps' | 'royalty_bps' | 'fee_cents' | 'royalty_cents'
>

/**
 * Restores a lost listing as an ended one: it cannot be bought, and a payment can name it.
 * @returns false when its NFT or its seller is unknown
 */
export async function restoreListing(
  ctx: Context,
  tx: Tx,
  { listing_id: id, ...known }: Terms & { listing_id: string },
): Promise<boolean> {
  if (await tx.selectFrom('listings').select('id').where('id', '=', id).executeTakeFirst()) return true
  const isKnown = await tx
    .selectFrom('nfts')
    .innerJoin('users', (join) => join.on('users.id', '=', known.seller_id))
    .select('nfts.id')
    .where('nfts.id', '=', known.nft_id)
    .executeTakeFirst()
  if (!isKnown) return false
  await insertListing(ctx, tx, { id, terms: known, status: 'INACTIVE' })
  return true
}

/** Restores a sale that only the chain knows, as a new PAID row, because an ended listing stays ended. */
export async function insertPaidListing(
  ctx: Context,
  tx: Tx,
  { terms, buyerId }: { terms: Terms; buyerId: string },
): Promise<string> {
  const id = ctx.random.id()
  await insertListing(ctx, tx, { id, terms, status: 'PAID', buyerId })
  return id
}

async function insertListing(
  ctx: Context,
  tx: Tx,
  { id, terms, status, buyerId }: { id: string; terms: Terms; status: 'INACTIVE' | 'PAID'; buyerId?: string },
): Promise<void> {
  const { nft_id, seller_id, price_cents, fee_bps, royalty_bps, fee_cents, royalty_cents } = terms
  const now = ctx.clock.now()
  const shares = { fee_bps, royalty_bps, fee_cents, royalty_cents }
  await tx
    .insertInto('listings')
    .values({
      id,
      nft_id,
      seller_id,
      price_cents,
      ...shares,
      status,
      buyer_id: buyerId ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
