import type { Chain } from '@verso/protocol/chains'
import { sql } from 'kysely'
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
  const minted: string[] = []
  for (const transfer of transfers) {
    const nftId = nftIds.get(transfer.token_id)
    if (nftId === undefined) await reportUnknownToken(ctx, tx, transfer)
    else if (isMint(transfer)) {
      await ctx.outcomes.onMinted(ctx, tx, { nftId, txHash: transfer.transaction_hash })
      minted.push(nftId)
    } else await applyMove(ctx, tx, nftId, transfer)
  }
  if (minted.length > 0) await confirm(ctx, tx, { kind: 'MINT', nftIds: minted })
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

async function applyMove(ctx: CustodyContext, tx: Tx, nftId: string, transfer: Transfer): Promise<void> {
  const sale = await findSaleByMove(tx, nftId, transfer)
  if (sale) {
    if (sale.status === 'PAID') {
      const at = { blockNumber: transfer.block_number, minedAt: transfer.mined_at }
      await ctx.outcomes.onSaleTransferred(ctx, tx, { listingId: sale.id, ...at })
    }
    await confirm(ctx, tx, { kind: 'SETTLE', nftIds: [nftId], listingId: sale.id })
  }
  await confirm(ctx, tx, { kind: 'WITHDRAW', nftIds: [nftId], to: transfer.to_address })
}

/** Also one that was deferred or failed meanwhile: the chain shows that it happened. */
async function confirm(
  ctx: Context,
  tx: Tx,
  intent: { kind: 'MINT' | 'SETTLE' | 'WITHDRAW'; nftIds: string[]; listingId?: string; to?: string },
): Promise<void> {
  let query = tx
    .updateTable('chain_intents')
    .set({ status: 'CONFIRMED', error: null, due_at: null, updated_at: ctx.clock.now() })
    .where('kind', '=', intent.kind)
    .where('nft_id', '=', sql<string>`any(${intent.nftIds}::uuid[])`)
    .where('status', 'in', ['WAITING', 'SENT'])
  if (intent.listingId) query = query.where('listing_id', '=', intent.listingId)
  if (intent.to) query = query.where(isSentTo(intent.to))
  await query.execute()
}
