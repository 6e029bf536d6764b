import type { Db, Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'

/**
 * A chargeback freezes the NFT that its buyer still has: until the bank has decided, and for good when the buyer got the money back.
 * @throws AppError conflict
 */
export async function assertNotDisputed(
  db: Db | Tx,
  { nftId, ownerId }: { nftId: string; ownerId: string },
): Promise<void> {
  const disputed = await db
    .selectFrom('payments')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('user_id', '=', ownerId)
    .where('status', '=', 'DISPUTED')
    .executeTakeFirst()
  if (disputed) throw conflict('This NFT is frozen while its payment is disputed')
}
