import { OPEN_LISTING_STATUSES, type ListingStatus } from '@verso/protocol/nfts/listing-status'
import { splitPrice } from '@verso/protocol/money'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import type { NftsTable } from '../../db/types.gen.ts'
import { conflict, forbidden, invalidField, notFound } from '../../http/app-error.ts'
import { getOperatorSettings } from '../../settings/settings-store.ts'
import { lockTrader } from '../../identity/members/lock-member.ts'
import { type ListingRow, writeListedPrice } from './move-listing.ts'
import { recordListed } from './record-listing.ts'

const alreadyListed = () => conflict('This NFT is already listed')

/**
 * Lists an own NFT at a fixed price. The listing keeps the fee and royalty of this moment (docs/rules.md R74). While
 * the mint is unconfirmed it waits for its end.
 */
export async function listNft(
  ctx: Context,
  tx: Tx,
  input: { nftId: string; sellerId: string; priceCents: number; expiresAt: Date | null },
): Promise<ListingRow> {
  const { nftId, sellerId, priceCents, expiresAt } = input
  const now = ctx.clock.now()
  // A suspension closes the listings it finds: none may be made after it.
  await lockTrader(tx, sellerId)
  // The lock puts two listings of the same NFT one after the other; the unique index forbids the second.
  const nft = await tx.selectFrom('nfts').selectAll().where('id', '=', nftId).forUpdate().executeTakeFirst()
  if (!nft) throw notFound('NFT not found')
  if (nft.owned_by !== sellerId) throw forbidden('Only the owner can list this NFT')
  await assertListable(tx, nft)
  if (expiresAt && expiresAt <= now) throw invalidField('expires_at', 'The end must be in the future')

  const { feeBps } = await getOperatorSettings(ctx, tx)
  const royaltyBps = nft.created_by === sellerId ? 0 : nft.royalty_bps
  const { feeCents, royaltyCents } = splitPrice(priceCents, feeBps, royaltyBps)
  const listing: ListingRow = {
    id: ctx.random.id(),
    nft_id: nftId,
    seller_id: sellerId,
    buyer_id: null,
    price_cents: priceCents,
    fee_bps: feeBps,
    royalty_bps: royaltyBps,
    fee_cents: feeCents,
    royalty_cents: royaltyCents,
    status: firstStatus(ctx, nft),
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  }
  try {
    await tx.insertInto('listings').values(listing).execute()
  } catch (error) {
    if (isUniqueViolation(error, 'listings_one_open')) throw alreadyListed()
    throw error
  }
  await writeListedPrice(tx, listing, now)
  if (listing.status === 'ACTIVE') await recordListed(ctx, tx, listing)
  return listing
}

function firstStatus(ctx: Context, nft: Selectable<NftsTable>): ListingStatus {
  if (nft.mint_status === 'PENDING') return 'PENDING_LISTINGS'
  return ctx.config.listingsNeedApproval ? 'PENDING_APPROVAL' : 'ACTIVE'
}

async function assertListable(tx: Tx, nft: Selectable<NftsTable>): Promise<void> {
  if (nft.taken_down_at) throw conflict('This NFT was taken down')
  if (nft.mint_status === 'FAILED') throw conflict('This NFT was not minted. Try the mint again first.')
  if (nft.custody === 'OUTSIDE') throw conflict('This NFT is held outside')
  const open = tx
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nft.id)
    .where('status', 'in', OPEN_LISTING_STATUSES)
  if (await open.executeTakeFirst()) throw alreadyListed()
  const leaving = tx
    .selectFrom('chain_intents')
    .select('id')
    .where('nft_id', '=', nft.id)
    .where('kind', '=', 'WITHDRAW')
  if (await leaving.where('status', 'in', ['WAITING', 'SENT']).executeTakeFirst())
    throw conflict('This NFT is being withdrawn')
}
