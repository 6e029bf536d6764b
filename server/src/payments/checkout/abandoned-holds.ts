import {
  ABANDONED_HOLD_COUNTED_MS,
  ABANDONED_HOLD_WAIT_MAX_MS,
  ABANDONED_HOLD_WAIT_MS,
  ABANDONED_HOLDS_BEFORE_WAIT,
} from '@verso/protocol/limits'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'

/**
 * After two expired or cancelled reservations of an NFT others get 30 minutes for it, and twice as long after each more (docs/rules.md
 * R79). A person may have several accounts, but they are of one phone; and an NFT that is listed anew is the same.
 * @throws AppError too_many_requests until the wait is over
 */
export async function assertNotAbandonedTooOften(
  ctx: Context,
  tx: Tx,
  { buyerId, nftId }: { buyerId: string; nftId: string },
): Promise<void> {
  const abandoned = await listAbandoned(tx, {
    buyerId,
    nftId,
    since: after(ctx.clock.now(), -ABANDONED_HOLD_COUNTED_MS),
  })
  const more = abandoned.length - ABANDONED_HOLDS_BEFORE_WAIT
  const [last] = abandoned
  if (!last || more < 0) return
  const endedAt = last.canceled_by_buyer_at ?? last.expires_at ?? last.created_at
  const waitMs = Math.min(ABANDONED_HOLD_WAIT_MS * 2 ** more, ABANDONED_HOLD_WAIT_MAX_MS)
  const retryAfterMs = after(endedAt, waitMs).getTime() - ctx.clock.now().getTime()
  if (retryAfterMs <= 0) return
  const userMessage = 'You have let reservations of this work go. Please wait a while before you reserve it again.'
  throw new AppError('too_many_requests', { userMessage, retryAfterMs })
}

/** The newest first. */
const listAbandoned = (tx: Tx, { buyerId, nftId, since }: { buyerId: string; nftId: string; since: Date }) =>
  tx
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select(['payments.canceled_by_buyer_at', 'payments.expires_at', 'payments.created_at'])
    .where('payments.nft_id', '=', nftId)
    .where('payments.created_at', '>', since)
    .where((eb) =>
      eb.or([
        eb('users.id', '=', buyerId),
        eb('users.phone', '=', eb.selectFrom('users as buyer').select('buyer.phone').where('buyer.id', '=', buyerId)),
      ]),
    )
    // Also one whose late money was refunded: its status no longer says how the reservation ended.
    .where((eb) =>
      eb.or([
        eb('payments.status', '=', 'EXPIRED'),
        eb('payments.canceled_by_buyer_at', 'is not', null),
        eb('payments.captured_at', '>', eb.ref('payments.expires_at')),
      ]),
    )
    .orderBy('payments.created_at', 'desc')
    .execute()
