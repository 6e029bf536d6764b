import type { Db, Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'

/**
 * A chargeback freezes the NFT that its buyer still has: until the bank has decided, and for good when the buyer got the money back. One of
 * an earlier purchase, after which the NFT was sold and bought again, does not.
 * @throws AppError conflict
 */
export async function assertNotDisputed(
  db: Db | Tx,
  { nftId, ownerId }: { nftId: string; ownerId: string },
): Promise<void> {
  const disputed = await db
    .selectFrom('payments as disputed')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('user_id', '=', ownerId)
    .where('status', '=', 'DISPUTED')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments as later')
            .whereRef('later.nft_id', '=', 'disputed.nft_id')
            .whereRef('later.user_id', '=', 'disputed.user_id')
            .where('later.kind', '=', 'PURCHASE')
            .where('later.status', '=', 'SUCCESS')
            .whereRef('later.captured_at', '>', 'disputed.captured_at'),
        ),
      ),
    )
    .executeTakeFirst()
  if (disputed) throw conflict('This NFT is frozen while its payment is disputed')
}
