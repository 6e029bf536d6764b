import type { Chain } from '@verso/protocol/chains'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Context } from '../../context.ts'
import type { CustodyContext } from '../outcomes.ts'
import { reportUnknownToken } from './report-unknown-token.ts'
import { isSentTo } from './is-sent-to.ts'
import { findSaleByMove } from './find-sale-by-move.ts'
import { isMint, type Transfer } from './transfer.ts'

/** Tokens have moved: the mints, the sales and the withdrawals that waited for it are complete. */
export async function applyTransfers(
  ctx: CustodyContext,
  tx: Tx,
  chain: Chain,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return
  const nftIds = await findNfts(tx, chain, [...new Set(transfers.map(({ token_id }) => token_id))])
  const hashes = transfers.map(({ transaction_hash }) => transaction_hash)
  const done: Done = { hashes, minted: [], sold: [], moved: [] }
  for (const transfer of transfers) {
    const nftId = nftIds.get(transfer.token_id)
    if (nftId === undefined) await reportUnknownToken(ctx, tx, transfer)
    else if (isMint(transfer)) {
      await ctx.outcomes.onMinted(ctx, tx, { nftId, txHash: transfer.transaction_hash })
      done.minted.push(nftId)
    } else {
      const listingId = await applyMove(ctx, tx, nftId, transfer)
      if (listingId) done.sold.push({ nftId, listingId })
      done.moved.push({ nftId, to: transfer.to_address })
    }
  }
  await confirmAll(ctx, tx, done)
}

/** The id of each NFT of ours, by its token. */
async function findNfts(tx: Tx, chain: Chain, tokenIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('nfts')
    .select(['id', 'token_id'])
    .where('chain', '=', chain)
    .where('token_id', '=', sql<string>`any(${tokenIds}::text[])`)
    .execute()
  return new Map(rows.map(({ id, token_id }) => [token_id as string, id]))
}

/** @returns the listing that this transfer sells by */
async function applyMove(ctx: CustodyContext, tx: Tx, nftId: string, transfer: Transfer): Promise<string | undefined> {
  const sale = await findSaleByMove(tx, nftId, transfer)
  if (sale?.status === 'PAID') {
    const at = { blockNumber: transfer.block_number, minedAt: transfer.mined_at }
    await ctx.outcomes.onSaleTransferred(ctx, tx, { listingId: sale.id, ...at })
  }
  return sale?.id
}

type Done = {
  /** Of the transactions */
  hashes: string[]
  /** NFTs */
  minted: string[]
  sold: { nftId: string; listingId: string }[]
  moved: { nftId: string; to: string }[]
}

async function confirmAll(ctx: Context, tx: Tx, { hashes, minted, sold, moved }: Done): Promise<void> {
  await confirm(ctx, tx, { kind: 'MINT', nftIds: minted, hashes })
  const isSold = sql<boolean>`listing_id = any(${sold.map(({ listingId }) => listingId)}::uuid[])`
  await confirm(ctx, tx, { kind: 'SETTLE', nftIds: idsOf(sold), hashes, isDone: isSold })
  const isMoved = sql<boolean>`exists (
    select from unnest(${idsOf(moved)}::uuid[], ${moved.map(({ to }) => to)}::text[]) as moved(id, recipient)
    where moved.id = nft_id and ${isSentTo(sql`moved.recipient`)})`
  await confirm(ctx, tx, { kind: 'WITHDRAW', nftIds: idsOf(moved), hashes, isDone: isMoved })
}

const idsOf = (nfts: readonly { nftId: string }[]): string[] => nfts.map(({ nftId }) => nftId)

type Confirmed = {
  kind: 'MINT' | 'SETTLE' | 'WITHDRAW'
  nftIds: string[]
  hashes: string[]
  isDone?: RawBuilder<boolean>
}

/** Also one that was deferred meanwhile, or failed while a transaction of its own did it: the chain shows that it happened. */
async function confirm(ctx: Context, tx: Tx, { kind, nftIds, hashes, isDone = sql`true` }: Confirmed): Promise<void> {
  if (nftIds.length === 0) return
  const isOwn = sql<boolean>`exists (
    select from chain_transaction_intents link join chain_transactions sent on sent.id = link.transaction_id
    where link.intent_id = chain_intents.id and sent.hash = any(${hashes}::text[]))`
  await tx
    .updateTable('chain_intents')
    .set({ status: 'CONFIRMED', error: null, due_at: null, updated_at: ctx.clock.now() })
    .where('kind', '=', kind)
    .where('nft_id', '=', sql<string>`any(${nftIds}::uuid[])`)
    .where((eb) => eb.or([eb('status', 'in', ['WAITING', 'SENT']), eb.and([eb('status', '=', 'FAILED'), isOwn])]))
    .where(isDone)
    .execute()
}
