import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { CustodyContext } from '../outcomes.ts'
import { findSaleByMove } from './find-sale-by-move.ts'
import { isSentTo } from './is-sent-to.ts'
import { isMint, type Transfer } from './transfer.ts'

/** A reorganisation removed this transfer: the sale, mint or withdrawal it completed is pending again. */
export async function undoTransfer(ctx: CustodyContext, tx: Tx, transfer: Transfer): Promise<void> {
  const nft = await tx
    .selectFrom('nfts')
    .select('id')
    .where('chain', '=', transfer.chain as 'POLYGON')
    .where('token_id', '=', transfer.token_id)
    .executeTakeFirst()
  if (!nft) return
  if (isMint(transfer)) {
    await ctx.outcomes.onMintUndone(ctx, tx, { nftId: nft.id })
    await reopen(ctx, tx, { kind: 'MINT', nftId: nft.id })
    return
  }
  const sale = await findSaleByMove(tx, nft.id, transfer)
  if (sale?.status === 'SOLD') {
    if (await isSoldOn(tx, nft.id))
      ctx.log.warn({ listing: sale.id }, 'a vanished sale stays: its work is sold on already')
    else await ctx.outcomes.onSaleUndone(ctx, tx, { listingId: sale.id })
    await reopen(ctx, tx, { kind: 'SETTLE', nftId: nft.id, listingId: sale.id })
  }
  await reopen(ctx, tx, { kind: 'WITHDRAW', nftId: nft.id, to: transfer.to_address })
}

/** A next buyer has paid; both transfers are sent again, in order, and two open sales of one NFT cannot be. */
async function isSoldOn(tx: Tx, nftId: string): Promise<boolean> {
  const paid = tx.selectFrom('listings').select('id').where('nft_id', '=', nftId).where('status', '=', 'PAID')
  return (await paid.executeTakeFirst()) !== undefined
}

async function reopen(
  ctx: Context,
  tx: Tx,
  intent: { kind: 'MINT' | 'SETTLE' | 'WITHDRAW'; nftId: string; listingId?: string; to?: string },
): Promise<void> {
  let query = tx
    .updateTable('chain_intents')
    .set({ status: 'SENT', updated_at: ctx.clock.now() })
    .where('kind', '=', intent.kind)
    .where('nft_id', '=', intent.nftId)
    .where('status', '=', 'CONFIRMED')
  if (intent.listingId) query = query.where('listing_id', '=', intent.listingId)
  if (intent.to) query = query.where(isSentTo(sql<string>`${intent.to}::text`))
  await query.execute()
}
