import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { freezesNft } from '../../identity/deletion/disputes.ts'

/**
 * A chargeback freezes the NFT that its buyer still has: until the bank has decided, and for good when the buyer got the money back.
 * @throws AppError conflict
 */
export async function assertNotDisputed(db: Db | Tx, nftId: string): Promise<void> {
  if (await isFrozen(db, nftId, freezesNft)) throw conflict('This NFT is frozen while its payment is disputed')
}

/** An admin may show one again once its dispute is decided. @throws AppError conflict */
export async function assertDisputeDecided(tx: Tx, nftId: string): Promise<void> {
  const isOpen = sql<boolean>`${freezesNft} and p.review_reason is not null`
  if (await isFrozen(tx, nftId, isOpen))
    throw conflict('The payment for this work is disputed. Enter how that ended first.')
}

async function isFrozen(db: Db | Tx, nftId: string, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql`
    select from nfts join payments p on p.nft_id = nfts.id where nfts.id = ${nftId} and ${condition} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
