import { isSameAddress } from '@verso/protocol/chains/addresses'
import { isOffered } from '../../gateways/chain/chain-access.ts'
import type { Chain } from '@verso/protocol/chains'
import type { ListingStatus } from '@verso/protocol/nfts/listing-status'
import { enqueueIntent } from '../../custody/intents/enqueue-intent.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { conflict, forbidden, invalidField, notFound } from '../../http/app-error.ts'
import { assertNotDisputed } from '../listings/assert-not-disputed.ts'
import { closeOpenListing } from '../listings/close-open-listing.ts'
import { lockOpenListing } from '../listings/queries.ts'
import { assertNotRefused } from './assert-not-refused.ts'
import { assertReceives } from './assert-receives.ts'
import { requireWallet } from '../../custody/wallets/require-wallet.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'

type Request = { userId: string; nftId: string; to: string }

const DAY_MS = 24 * 3_600_000
const BEING_BOUGHT: readonly ListingStatus[] = ['PAYMENT_PROCESSING', 'PAID']

/**
 * Sends an own NFT to an outside address. Refused while it is being bought, and after so many in a day; an open listing ends with it
 * (docs/rules.md R77).
 * The locks (open listing first, as for a purchase) put this before or after a listing or a reservation of the same NFT.
 */
export async function withdrawNft(ctx: Context, tx: Tx, { userId, nftId, to }: Request): Promise<{ intentId: string }> {
  const open = await lockOpenListing(tx, nftId)
  const { chain } = await assertMayLeave(ctx, tx, { userId, nftId, to }, { open, isLocked: true })
  await limitWithdrawals(ctx, tx, userId)
  await closeOpenListing(ctx, tx, { nftId })
  return enqueueIntent(ctx, tx, {
    chain,
    kind: 'WITHDRAW',
    businessKey: `withdraw:${nftId}:${ctx.random.id()}`,
    nftId,
    userId,
    payload: { to },
  })
}

/** The platform pays for each, also for one that goes to and fro between two members. */
const limitWithdrawals = (ctx: Context, tx: Tx, userId: string): Promise<void> =>
  takePoint(ctx, tx, {
    name: 'withdrawals',
    subject: userId,
    limit: ctx.config.limits.withdrawalsPerMemberPerDay,
    windowMs: DAY_MS,
  })

/**
 * Whether the NFT is theirs and may go to this address now, without asking the chain.
 * @throws AppError
 */
export async function assertMayLeave(
  ctx: Context,
  db: Db | Tx,
  { userId, nftId, to }: Request,
  { open, isLocked }: { open: { status: ListingStatus } | undefined; isLocked: boolean },
): Promise<{ chain: Chain; tokenId: string; owner: string }> {
  const nft = await findNft(db, nftId, isLocked)
  if (!nft || !isOffered(ctx, nft.chain)) throw notFound('NFT not found')
  if (nft.owned_by !== userId) throw forbidden('Only the owner can withdraw this NFT')
  if (nft.mint_status !== 'SUCCESSED') throw conflict('This NFT is not minted yet')
  const wallet = await requireWallet(db, userId, nft.chain)
  if (isSameAddress(wallet.public_address, to)) throw invalidField('address', 'This NFT is at this address already')
  await assertReceives(ctx, db, { chain: nft.chain, to, isLocked })
  if (open && BEING_BOUGHT.includes(open.status)) throw conflict('This NFT is being bought at the moment')
  await assertNotLeaving(db, nftId)
  await assertNotDisputed(db, nftId)
  await assertNotRefused(ctx, db, userId)
  return { chain: nft.chain, tokenId: nft.token_id ?? '', owner: wallet.public_address }
}

const findNft = (db: Db | Tx, nftId: string, isLocked: boolean) =>
  db
    .selectFrom('nfts')
    .selectAll()
    .where('id', '=', nftId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

async function assertNotLeaving(db: Db | Tx, nftId: string): Promise<void> {
  const leaving = await db
    .selectFrom('chain_intents')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('kind', '=', 'WITHDRAW')
    .where('status', 'in', ['WAITING', 'SENT'])
    .executeTakeFirst()
  if (leaving) throw conflict('This NFT is being withdrawn')
}
