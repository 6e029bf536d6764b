import { sql } from 'kysely'
import { zeroAddress } from 'viem'
import type { Tx } from '../../../db/client.ts'
import type { Context } from '../../../context.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { reportUnknownToken } from './report-unknown-token.ts'
import { findSaleByMove } from './find-sale-by-move.ts'
import type { Transfer } from './transfer.ts'

/** A token has moved: the mint, the sale or the withdrawal that waited for it is complete. */
export async function applyTransfer(ctx: CustodyContext, tx: Tx, transfer: Transfer): Promise<void> {
  const nft = await tx
    .selectFrom('nfts')
    .select('id')
    .where('chain', '=', transfer.chain as 'POLYGON')
    .where('token_id', '=', transfer.token_id)
    .executeTakeFirst()
  if (!nft) {
    return reportUnknownToken(ctx, tx, transfer)
  }
  if (transfer.from_address === zeroAddress) {
    await ctx.outcomes.onMinted(ctx, tx, { nftId: nft.id, txHash: transfer.transaction_hash })
    await confirm(ctx, tx, { kind: 'MINT', nftId: nft.id })
    return
  }
  const sale = await findSaleByMove(tx, nft.id, transfer)
  if (sale) {
    if (sale.status === 'PAID') {
      const at = { blockNumber: transfer.block_number, minedAt: transfer.mined_at }
      await ctx.outcomes.onSaleTransferred(ctx, tx, { listingId: sale.id, ...at })
    }
    await confirm(ctx, tx, { kind: 'SETTLE', nftId: nft.id, listingId: sale.id })
  }
  await confirm(ctx, tx, { kind: 'WITHDRAW', nftId: nft.id, to: transfer.to_address })
}

/** Also one that was deferred or failed meanwhile: the chain shows that it happened. */
async function confirm(
  ctx: Context,
  tx: Tx,
  intent: { kind: 'MINT' | 'SETTLE' | 'WITHDRAW'; nftId: string; listingId?: string; to?: string },
): Promise<void> {
  let query = tx
    .updateTable('chain_intents')
    .set({ status: 'CONFIRMED', error: null, due_at: null, updated_at: ctx.clock.now() })
    .where('kind', '=', intent.kind)
    .where('nft_id', '=', intent.nftId)
    .where('status', 'in', ['WAITING', 'SENT'])
  if (intent.listingId) query = query.where('listing_id', '=', intent.listingId)
  if (intent.to) query = query.where(sql`lower(payload->>'to')`, '=', intent.to.toLowerCase())
  await query.execute()
}
