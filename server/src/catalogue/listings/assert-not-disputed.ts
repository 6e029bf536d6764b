import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { freezesNft } from '../../identity/deletion/disputes.ts'

/**
 * A chargeback freezes the NFT that its buyer still has: until the bank has decided, and for good when the buyer got the money back.
 * @throws AppError conflict
 */
export async function assertNotDisputed(db: Db | Tx, nftId: string): Promise<void> {
  const { rows } = await sql`
    select from nfts join payments p on p.nft_id = nfts.id where nfts.id = ${nftId} and ${freezesNft} limit 1`.execute(
    db,
  )
  if (rows.length > 0) throw conflict('This NFT is frozen while its payment is disputed')
}
