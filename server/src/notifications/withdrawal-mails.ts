import type { EventData } from '@verso/protocol/events'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { mailMember } from './mail-member.ts'

/** After the mail that it is being sent; like that one it always goes out. */
export async function mailNotWithdrawn(ctx: Context, tx: Tx, failed: EventData<'nft.not_withdrawn'>): Promise<void> {
  const { nft_id, user_id, reason } = failed
  const nft = await tx
    .selectFrom('nfts')
    .select(['name', 'owned_by', 'custody', 'mint_status'])
    .where('id', '=', nft_id)
    .executeTakeFirstOrThrow()
  // That it has left the wallet, or is not on chain, may be the reason.
  const isHere = nft.owned_by === user_id && nft.custody === 'HELD' && nft.mint_status === 'SUCCESSED'
  await mailMember(ctx, tx, {
    userId: user_id,
    subject: `“${nft.name}” was not sent`,
    paragraphs: [
      `“${nft.name}” was not sent to the address that you gave: ${reason}`,
      ...(isHere ? ['It is in your wallet here.'] : []),
    ],
    action: { label: 'Open the NFT', path: addressOf('nft', { nftId: nft_id }) },
  })
}
