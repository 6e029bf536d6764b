import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'

export type BookmarkTable = 'favourites' | 'wishlist'

/** Sets or removes a member's bookmark on an NFT; a repeat changes nothing. */
export async function setBookmark(
  ctx: Context,
  tx: Tx,
  input: { table: BookmarkTable; userId: string; nftId: string; isOn: boolean },
): Promise<void> {
  const { table, userId, nftId, isOn } = input
  if (isOn) {
    const row = { user_id: userId, nft_id: nftId, created_at: ctx.clock.now() }
    await tx
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await tx.deleteFrom(table).where('user_id', '=', userId).where('nft_id', '=', nftId).execute()
  }
}
