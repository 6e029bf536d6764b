import { chainName } from '@verso/protocol/chains'
import { MAX_LIVE_RESERVATIONS, NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { centsToUsd, formatCents } from '@verso/protocol/money'
import { assertOperatorFunded } from '../../custody/chains/operator-funds.ts'
import type { Context } from '../../context.ts'
import { isOffered } from '../../gateways/chain/chain-access.ts'
import type { Tx } from '../../db/client.ts'
import { AppError, conflict, notFound } from '../../http/app-error.ts'
import { holdCredit } from '../../ledger/credit-holds.ts'
import { getBalances } from '../../ledger/queries.ts'
import { type ListingRow, moveListing } from '../../catalogue/listings/move-listing.ts'
import { lockOpenListing } from '../../catalogue/listings/queries.ts'
import { getOperatorSettings } from '../../settings/settings-store.ts'
import { lockTrader } from '../../identity/throttling/lock-member.ts'
import { requireWallet } from '../../custody/wallets/require-wallet.ts'
import { insertPayment } from '../records/insert-payment.ts'
import { LIVE_STATUSES } from '../records/payment-row.ts'
import { recordOrder } from '../records/record-order.ts'
import { assertNotAbandonedTooOften, rememberPhone } from './abandoned-holds.ts'

/**
 * `expectedCents`: the price that the buyer has seen, where the client tells. `withFee`: a buyer short of credits pays the network
 * fee together with the price.
 */
type Purchase = { buyerId: string; nftId: string; expectedCents?: number | null; withFee?: boolean }
type Started = { paymentId: string; amountCents: number }

/**
 * Reserves a listed NFT for a buyer (docs/rules.md R78): the listing's row lock decides who is first, and all
 * is one transaction. The same buyer gets the same payment back.
 * @throws AppError reserved with Retry-After for other buyers, price_changed when the price is not the one seen
 */
export async function startPurchase(
  ctx: Context,
  tx: Tx,
  { buyerId, nftId, expectedCents = null, withFee = false }: Purchase,
): Promise<Started> {
  await lockTrader(tx, buyerId)
  const nft = await tx
    .selectFrom('nfts')
    .select(['id', 'chain', 'owned_by', 'taken_down_at', 'custody'])
    .where('id', '=', nftId)
    .executeTakeFirst()
  if (!nft || nft.taken_down_at) throw notFound('NFT not found')
  const listing = await lockOpenListing(tx, nftId)
  if (nft.owned_by === buyerId || listing?.seller_id === buyerId) throw ownNft()
  if (!listing) throw notForSale()
  const own = await findOwnReservation(ctx, tx, { buyerId, listing })
  const isForSale = listing.status === 'ACTIVE' && !isExpired(ctx, listing) && nft.custody === 'HELD'
  if (!own && !isForSale) throw notForSale()
  if (!own && !isOffered(ctx, nft.chain))
    throw conflict(`${chainName(nft.chain)} is not available here now. Nothing can be bought on it.`)
  if (expectedCents !== null && expectedCents !== listing.price_cents) throw priceChanged(listing.price_cents)
  if (own) return own
  const { buyingStopped } = await getOperatorSettings(ctx, tx)
  if (buyingStopped)
    throw new AppError('maintenance', { userMessage: buyingStopped, retryAfterMs: ctx.config.reservationMs })
  await assertOperatorFunded(tx, nft.chain)
  await requireWallet(tx, buyerId, nft.chain)
  await assertFewReservations(tx, buyerId)
  await assertNotAbandonedTooOften(ctx, tx, { buyerId, nftId })

  const set = { buyer_id: buyerId }
  await moveListing(ctx, tx, { listingId: listing.id, from: 'ACTIVE', to: 'PAYMENT_PROCESSING', set })
  const isFeePaid = withFee && (await getBalances(tx, buyerId)).creditCents < NETWORK_FEE_CENTS
  return reserve(ctx, tx, { buyerId, listing, networkFeeCents: isFeePaid ? NETWORK_FEE_CENTS : 0 })
}

type Reservation = { buyerId: string; listing: ListingRow; networkFeeCents: number }

/** The payment, and the network fee set aside unless it is part of the payment: then it is held when it is paid. */
async function reserve(ctx: Context, tx: Tx, { buyerId, listing, networkFeeCents }: Reservation): Promise<Started> {
  const amountCents = listing.price_cents + networkFeeCents
  const paymentId = await insertPayment(ctx, tx, {
    userId: buyerId,
    kind: 'PURCHASE',
    amountCents,
    networkFeeCents,
    nftId: listing.nft_id,
    listingId: listing.id,
    holdMs: ctx.config.reservationMs,
  })
  await rememberPhone(ctx, tx, { paymentId, buyerId, nftId: listing.nft_id })
  if (networkFeeCents === 0) await holdCredit(ctx, tx, { userId: buyerId, purpose: 'PURCHASE', causeId: paymentId })
  const payment = { id: paymentId, user_id: buyerId, amount_cents: amountCents }
  await recordOrder(ctx, tx, 'order.reserved', { payment, listing })
  return { paymentId, amountCents }
}

const ownNft = () => new AppError('own_nft', { userMessage: 'You cannot buy your own NFT' })
const notForSale = () => new AppError('not_for_sale', { userMessage: 'This NFT is not for sale' })
const priceChanged = (priceCents: number) =>
  new AppError('price_changed', {
    userMessage: `The price has changed: it is ${formatCents(priceCents)} USD now.`,
    meta: { price: centsToUsd(priceCents) },
  })

const isExpired = (ctx: Context, listing: ListingRow): boolean =>
  listing.expires_at !== null && listing.expires_at <= ctx.clock.now()

/** @throws AppError reserved when another member has reserved the listing */
async function findOwnReservation(
  ctx: Context,
  tx: Tx,
  { buyerId, listing }: { buyerId: string; listing: ListingRow },
): Promise<Started | undefined> {
  if (listing.status !== 'PAYMENT_PROCESSING') return undefined
  const live = await tx
    .selectFrom('payments')
    .select(['id', 'user_id', 'amount_cents', 'expires_at'])
    .where('listing_id', '=', listing.id)
    .where('status', 'in', LIVE_STATUSES)
    .executeTakeFirst()
  if (live?.user_id === buyerId) return { paymentId: live.id, amountCents: live.amount_cents }
  const leftMs = (live?.expires_at?.getTime() ?? 0) - ctx.clock.now().getTime()
  const userMessage = 'This NFT is reserved by another buyer. Try again in a few minutes.'
  throw new AppError('reserved', { userMessage, retryAfterMs: Math.max(1_000, leftMs) })
}

/** The member's own row is locked by `lockTrader`, so that parallel purchases count each other. */
async function assertFewReservations(tx: Tx, buyerId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', buyerId)
    .where('kind', '=', 'PURCHASE')
    .where('status', 'in', LIVE_STATUSES)
    .executeTakeFirstOrThrow()
  if (count >= MAX_LIVE_RESERVATIONS) {
    throw conflict(`You already have ${MAX_LIVE_RESERVATIONS} reservations. Pay or cancel one of them first.`)
  }
}
