import { withoutUrlSecrets } from '../../errors/without-url-secrets.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft, user } from '../../events/subjects.ts'
import type { Intent } from './intent.ts'

/** A withdrawal has failed: its owner, who was mailed that the NFT is being sent, is told that it was not, and why. */
export async function recordNotSent(
  ctx: Context,
  tx: Tx,
  { kind, nft_id, user_id }: Pick<Intent, 'kind' | 'nft_id' | 'user_id'>,
  reason: string,
): Promise<void> {
  if (kind !== 'WITHDRAW' || !nft_id || !user_id) return
  await recordEvent(ctx, tx, {
    type: 'nft.not_withdrawn',
    subjects: [nft(nft_id), user(user_id)],
    data: { nft_id, user_id, reason: withoutUrlSecrets(reason) },
  })
}
