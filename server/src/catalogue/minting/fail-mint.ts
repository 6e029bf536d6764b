import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject, user } from '../../events/subjects.ts'
import { releaseCreditHold } from '../../ledger/credit-holds.ts'
import { closeOpenListing } from '../listings/close-open-listing.ts'
import { withoutUrlSecrets } from '../../errors/without-url-secrets.ts'

/** The mint cannot succeed: the NFT says why, the held 0.20 USD come back, a listing made meanwhile ends. */
export async function failMint(ctx: Context, tx: Tx, input: { nftId: string; reason: string }): Promise<void> {
  const { nftId, reason } = input
  const nft = await tx
    .updateTable('nfts')
    .set({
      mint_status: 'FAILED',
      mint_error: withoutUrlSecrets(reason),
      mint_tx_hash: null,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', nftId)
    .where('mint_status', '=', 'PENDING')
    .returning(['chain', 'created_by'])
    .executeTakeFirst()
  if (!nft) return
  await releaseCreditHold(ctx, tx, { purpose: 'MINT', causeId: nftId })
  await closeOpenListing(ctx, tx, { nftId })
  await recordEvent(ctx, tx, {
    type: 'nft.mint_failed',
    subjects: [nftSubject(nftId), user(nft.created_by)],
    data: { nft_id: nftId, creator_id: nft.created_by, chain: nft.chain },
  })
}
