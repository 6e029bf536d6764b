import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject, user } from '../../events/subjects.ts'
import { chargeCreditHold } from '../../ledger/credit-holds.ts'
import { moveListing } from '../listings/move-listing.ts'

/**
 * The mint was seen in a block: the NFT exists, its 0.20 USD are charged, and a listing made meanwhile opens.
 * Safe to run again: a repeated block changes nothing but the hash.
 */
export async function completeMint(ctx: Context, tx: Tx, input: { nftId: string; txHash: string }): Promise<void> {
  const { nftId, txHash } = input
  const nft = await tx
    .updateTable('nfts')
    .from((from) =>
      from.selectFrom('nfts').select(['id', 'mint_status']).where('id', '=', nftId).forNoKeyUpdate().as('before'),
    )
    .set({ mint_status: 'SUCCESSED', mint_error: null, mint_tx_hash: txHash, updated_at: ctx.clock.now() })
    .whereRef('nfts.id', '=', 'before.id')
    .where((where) =>
      where.or([where('nfts.mint_status', '<>', 'SUCCESSED'), where('nfts.mint_tx_hash', 'is distinct from', txHash)]),
    )
    .returning(['nfts.chain', 'nfts.created_by', 'before.mint_status as status_before'])
    .executeTakeFirst()
  if (!nft) return
  await chargeCreditHold(ctx, tx, { purpose: 'MINT', causeId: nftId })
  if (nft.status_before !== 'SUCCESSED') {
    await recordEvent(ctx, tx, {
      type: 'nft.minted',
      subjects: [nftSubject(nftId), user(nft.created_by)],
      data: { nft_id: nftId, creator_id: nft.created_by, chain: nft.chain },
    })
  }
  const waiting = await tx
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('status', '=', 'PENDING_LISTINGS')
    .executeTakeFirst()
  const to = ctx.config.listingsNeedApproval ? 'PENDING_APPROVAL' : 'ACTIVE'
  if (waiting) await moveListing(ctx, tx, { listingId: waiting.id, from: 'PENDING_LISTINGS', to })
}
