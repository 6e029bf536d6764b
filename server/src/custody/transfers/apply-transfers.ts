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
  const done: Done = { minted: [], sold: [], moved: [] }
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
  /** NFTs */
  minted: string[]
  sold: { nftId: string; listingId: string }[]
  moved: { nftId: string; to: string }[]
}

async function confirmAll(ctx: Context, tx: Tx, { minted, sold, moved }: Done): Promise<void> {
  await confirm(ctx, tx, 'MINT', minted)
  const isSold = sql<boolean>`listing_id = any(${sold.map(({ listingId }) => listingId)}::uuid[])`
  await confirm(ctx, tx, 'SETTLE', idsOf(sold), isSold)
  const isMoved = sql<boolean>`exists (
    select from unnest(${idsOf(moved)}::uuid[], ${moved.map(({ to }) => to)}::text[]) as moved(id, recipient)
    where moved.id = nft_id and ${isSentTo(sql`moved.recipient`)})`
  await confirm(ctx, tx, 'WITHDRAW', idsOf(moved), isMoved)
}

const idsOf = (nfts: readonly { nftId: string }[]): string[] => nfts.map(({ nftId }) => nftId)

/** Also one that was deferred or failed meanwhile: the chain shows that it happened. */
async function confirm(
  ctx: Context,
  tx: Tx,
  kind: 'MINT' | 'SETTLE' | 'WITHDRAW',
  nftIds: string[],
  isDone: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  if (nftIds.length === 0) return
  await tx
    .updateTable('chain_intents')
    .set({ status: 'CONFIRMED', error: null, due_at: null, updated_at: ctx.clock.now() })
    .where('kind', '=', kind)
    .where('nft_id', '=', sql<string>`any(${nftIds}::uuid[])`)
    .where('status', 'in', ['WAITING', 'SENT'])
    .where(isDone)
    .execute()
}
