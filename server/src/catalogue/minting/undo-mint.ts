import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'

/** A reorganisation removed the block of the mint: it is pending again until the chain shows it anew. */
export async function undoMint(ctx: Context, tx: Tx, input: { nftId: string }): Promise<void> {
  await tx
    .updateTable('nfts')
    .set({ mint_status: 'PENDING', mint_tx_hash: null, updated_at: ctx.clock.now() })
    .where('id', '=', input.nftId)
    .where('mint_status', '=', 'SUCCESSED')
    .execute()
}
