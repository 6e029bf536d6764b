import { sql } from 'kysely'
import { isTakenDownByModerator } from '../../catalogue/moderation/taken-down.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { freezesNft } from '../../identity/deletion/disputes.ts'

/** Restores only what the chargeback took down: not after a moderator's decision, and not during another chargeback. */
export async function showAgain(ctx: Context, tx: Tx, nftId: string): Promise<void> {
  const nft = await tx.selectFrom('nfts').select('id').where('id', '=', nftId).forUpdate().executeTakeFirst()
  if (!nft || (await isFrozen(tx, nftId)) || (await isTakenDownByModerator(tx, nftId))) return
  await tx
    .updateTable('nfts')
    .set({ taken_down_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', nftId)
    .execute()
}

/** Of a resale that has failed: its seller has the NFT again, and their own purchase of it may be disputed, or lost. */
export async function freezeAgain(ctx: Context, tx: Tx, nftId: string): Promise<void> {
  const nft = await tx.selectFrom('nfts').select('id').where('id', '=', nftId).forUpdate().executeTakeFirst()
  if (!nft || !(await isFrozen(tx, nftId))) return
  const now = ctx.clock.now()
  await tx
    .updateTable('nfts')
    .set({ taken_down_at: now, updated_at: now })
    .where('id', '=', nftId)
    .where('taken_down_at', 'is', null)
    .execute()
}

/**
 * A chargeback keeps the NFT of its buyer taken down until it is decided, and for good when it is lost, unless an admin has restored the NFT since the
 * freeze, which came with the chargeback or with the end of the sale, whichever was later.
 */
async function isFrozen(tx: Tx, nftId: string): Promise<boolean> {
  const { rows } = await sql`
    select from nfts join payments p on p.nft_id = nfts.id
    where nfts.id = ${nftId} and ${freezesNft} and (
      p.review_reason is not null or not exists (
        select from moderation_decisions d
        where d.nft_id = p.nft_id and d.decision = 'RESTORED' and d.created_at >= (
          select max(t.created_at) from ledger_transfers t
          where t.cause_id in (p.id, p.listing_id) and t.kind in ('CHARGEBACK', 'SALE_COMPLETED'))))
    limit 1`.execute(tx)
  return rows.length > 0
}
