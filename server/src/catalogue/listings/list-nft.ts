import { MAX_LISTINGS_PER_DAY } from '@verso/protocol/limits'
import type { ListingStatus } from '@verso/protocol/nfts/listing-status'
import { formatCents, splitPrice } from '@verso/protocol/money'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { NftsTable } from '../../db/types.gen.ts'
import { AppError, conflict, forbidden, invalidField, notFound } from '../../http/app-error.ts'
import { getOperatorSettings } from '../../settings/settings-store.ts'
import { lockTrader } from '../../identity/throttling/lock-member.ts'
import { assertNotDisputed } from './assert-not-disputed.ts'
import { reservedByBuyer, UNRESERVED_STATUSES } from './close-open-listing.ts'
import { type ListingRow, moveListing, writeListedPrice } from './move-listing.ts'
import { lockOpenListing } from './queries.ts'
import { recordListed, recordPriceChanged } from './record-listing.ts'

const DAY_MS = 24 * 3_600_000

type Nft = Selectable<NftsTable>
type ListingInput = { nftId: string; sellerId: string; priceCents: number; expiresAt: Date | null | undefined }

/**
 * Lists an own NFT at a fixed price. The listing keeps the fee and royalty of this moment (docs/rules.md R74). While
 * the mint is unconfirmed it waits for its end. An open listing gives way to one at the new price, and keeps its end unless
 * `expiresAt` says another (docs/rules.md R72).
 * @throws AppError reserved when a buyer has reserved the NFT, too_many_requests after 100 listings of it in a day
 */
export async function listNft(ctx: Context, tx: Tx, input: ListingInput): Promise<ListingRow> {
  const { nftId, sellerId, priceCents } = input
  assertListingPrice(ctx, priceCents)
  // A suspension closes the listings it finds: none may be made after it.
  await lockTrader(tx, sellerId)
  const before = await lockOpenListing(tx, nftId)
  const nft = await tx.selectFrom('nfts').selectAll().where('id', '=', nftId).forUpdate().executeTakeFirst()
  if (!nft) throw notFound('NFT not found')
  if (nft.owned_by !== sellerId) throw forbidden('Only the owner can list this NFT')
  await assertListable(tx, nft)
  // The NFT's lock puts the first listings of it one after the other: the second finds the one that was made meanwhile.
  const open = before ?? (await lockOpenListing(tx, nftId))
  const expiresAt = input.expiresAt === undefined ? endOf(ctx, open) : input.expiresAt
  if (expiresAt && expiresAt <= ctx.clock.now()) throw invalidField('expires_at', 'The end must be in the future')
  if (open) return changePrice(ctx, tx, { nft, open, priceCents, expiresAt })
  const listing = await insertListing(ctx, tx, nft, { ...input, expiresAt, status: firstStatus(ctx, nft) })
  if (listing.status === 'ACTIVE') await recordListed(ctx, tx, listing)
  return listing
}

/** @throws AppError invalid below the operator's least price */
export function assertListingPrice(ctx: Context, priceCents: number): void {
  const minCents = ctx.config.minListingPriceCents
  if (priceCents < minCents) throw invalidField('price', `Minimum listing amount is $${formatCents(minCents)}`)
}

/** A listing whose end has come counts as ended before the sweep comes to it: the new one has no end. */
const endOf = (ctx: Context, open: ListingRow | undefined): Date | null =>
  open?.expires_at && open.expires_at > ctx.clock.now() ? open.expires_at : null

type PriceChange = { nft: Nft; open: ListingRow; priceCents: number; expiresAt: Date | null }

/** The old listing ends and the new one begins, in the same status. The same price and end once more change nothing. */
async function changePrice(
  ctx: Context,
  tx: Tx,
  { nft, open, priceCents, expiresAt }: PriceChange,
): Promise<ListingRow> {
  if (open.status === 'PAID') throw conflict('This NFT has just been sold')
  const isSame = open.price_cents === priceCents && open.expires_at?.getTime() === expiresAt?.getTime()
  if (isSame && open.status !== 'PAYMENT_PROCESSING') return open
  const move = { listingId: open.id, from: UNRESERVED_STATUSES, to: 'INACTIVE', cause: 'price_changed' } as const
  if (!(await moveListing(ctx, tx, move))) throw reservedByBuyer()
  const terms = { sellerId: open.seller_id, priceCents, expiresAt, status: open.status }
  const listing = await insertListing(ctx, tx, nft, terms)
  if (listing.status === 'ACTIVE') await recordPriceChanged(ctx, tx, { listing, former: open })
  return listing
}

async function insertListing(
  ctx: Context,
  tx: Tx,
  nft: Nft,
  terms: { sellerId: string; priceCents: number; expiresAt: Date | null; status: ListingStatus },
): Promise<ListingRow> {
  const { sellerId, priceCents, expiresAt, status } = terms
  const now = ctx.clock.now()
  await assertFewListings(tx, nft.id, now)
  const { feeBps } = await getOperatorSettings(ctx, tx)
  const royaltyBps = nft.created_by === sellerId ? 0 : nft.royalty_bps
  const { feeCents, royaltyCents } = splitPrice(priceCents, feeBps, royaltyBps)
  const listing: ListingRow = {
    id: ctx.random.id(),
    nft_id: nft.id,
    seller_id: sellerId,
    buyer_id: null,
    price_cents: priceCents,
    fee_bps: feeBps,
    royalty_bps: royaltyBps,
    fee_cents: feeCents,
    royalty_cents: royaltyCents,
    status,
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  }
  await tx.insertInto('listings').values(listing).execute()
  await writeListedPrice(tx, listing, now)
  return listing
}

/**
 * The NFT's row is locked, so that parallel listings count each other. A price is news to members who wished for the NFT, and the
 * history is answered with it.
 */
async function assertFewListings(tx: Tx, nftId: string, now: Date): Promise<void> {
  const oldest = await tx
    .selectFrom('listings')
    .select('created_at')
    .where('nft_id', '=', nftId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_LISTINGS_PER_DAY - 1)
    .limit(1)
    .executeTakeFirst()
  const waitMs = oldest ? oldest.created_at.getTime() + DAY_MS - now.getTime() : 0
  if (waitMs > 0)
    throw new AppError('too_many_requests', {
      userMessage: `The price of an NFT can be set ${MAX_LISTINGS_PER_DAY} times a day. Try again later.`,
      retryAfterMs: waitMs,
    })
}

function firstStatus(ctx: Context, nft: Nft): ListingStatus {
  if (nft.mint_status === 'PENDING') return 'PENDING_LISTINGS'
  return ctx.config.listingsNeedApproval ? 'PENDING_APPROVAL' : 'ACTIVE'
}

async function assertListable(tx: Tx, nft: Nft): Promise<void> {
  if (nft.taken_down_at) {
    await assertNotDisputed(tx, nft.id)
    throw conflict('This NFT was taken down')
  }
  if (nft.mint_status === 'FAILED') throw conflict('This NFT was not minted. Try the mint again first.')
  if (nft.custody === 'OUTSIDE') throw conflict('This NFT is held outside')
  const leaving = tx
    .selectFrom('chain_intents')
    .select('id')
    .where('nft_id', '=', nft.id)
    .where('kind', '=', 'WITHDRAW')
  if (await leaving.where('status', 'in', ['WAITING', 'SENT']).executeTakeFirst())
    throw conflict('This NFT is being withdrawn')
}
