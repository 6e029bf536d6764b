import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { reopenCreditHold } from '../../ledger/credit-holds.ts'

/** A reorganisation removed the block of the mint: it is pending again, and its 0.20 USD held, until the chain shows it anew. */
export async function undoMint(ctx: Context, tx: Tx, { nftId }: { nftId: string }): Promise<void> {
  const undone = await tx
    .updateTable('nfts')
    .set({ mint_status: 'PENDING', mint_tx_hash: null, updated_at: ctx.clock.now() })
    .where('id', '=', nftId)
    .where('mint_status', '=', 'SUCCESSED')
    .returning('id')
    .executeTakeFirst()
  if (undone) await reopenCreditHold(ctx, tx, { purpose: 'MINT', causeId: nftId })
}
