import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** Of `nfts`: a moderator took it down last. What a chargeback froze is taken down without a decision. */
const byModerator = sql<boolean>`coalesce((
  select decision = 'TAKEN_DOWN' from moderation_decisions
  where nft_id = nfts.id and decision in ('TAKEN_DOWN', 'RESTORED') order by created_at desc, id desc limit 1), false)`

/** Of `nfts`: it is up, or it is once its dispute is won. */
export const mayBeUp = sql<boolean>`(nfts.taken_down_at is null or not ${byModerator})`

export async function isTakenDownByModerator(tx: Tx, nftId: string): Promise<boolean> {
  const nft = await tx.selectFrom('nfts').select(byModerator.as('is_down')).where('id', '=', nftId).executeTakeFirst()
  return nft?.is_down === true
}
