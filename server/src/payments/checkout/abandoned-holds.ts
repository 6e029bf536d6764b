import { createHmac } from 'node:crypto'
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
import { timeInWords } from '../../messages/mail-site.ts'

/**
 * After two expired or cancelled reservations of an NFT others get 30 minutes for it, and twice as long after each more (docs/rules.md
 * R79). A person may have several accounts, but they reserve with one phone; and an NFT that is listed anew is the same.
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
    phoneHashes: hashPhone(ctx, await phoneOf(tx, buyerId)),
    since: after(ctx.clock.now(), -ABANDONED_HOLD_COUNTED_MS),
  })
  const more = abandoned.length - ABANDONED_HOLDS_BEFORE_WAIT
  const [last] = abandoned
  if (!last || more < 0) return
  const endedAt = last.canceled_by_buyer_at ?? last.expires_at ?? last.created_at
  const waitMs = Math.min(ABANDONED_HOLD_WAIT_MS * 2 ** more, ABANDONED_HOLD_WAIT_MAX_MS)
  const retryAfterMs = after(endedAt, waitMs).getTime() - ctx.clock.now().getTime()
  if (retryAfterMs <= 0) return
  const wait = timeInWords(roundUp(retryAfterMs))
  const userMessage = `You have let reservations of this work go. Please wait ${wait} before you reserve it again.`
  throw new AppError('too_many_requests', { userMessage, retryAfterMs })
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** To minutes, hours or days, as one would say it. */
function roundUp(ms: number): number {
  const unitMs = ms < 2 * HOUR_MS ? MINUTE_MS : ms < 2 * DAY_MS ? HOUR_MS : DAY_MS
  return Math.ceil(ms / unitMs) * unitMs
}

/** Keeps with which phone a reservation was made, also when the phone changes or the account goes (docs/operations/retention.md). */
export async function rememberPhone(
  ctx: Context,
  tx: Tx,
  { paymentId, buyerId, nftId }: { paymentId: string; buyerId: string; nftId: string },
): Promise<void> {
  const [phone_hash] = hashPhone(ctx, await phoneOf(tx, buyerId))
  if (!phone_hash) return
  const row = { payment_id: paymentId, nft_id: nftId, phone_hash, created_at: ctx.clock.now() }
  await tx.insertInto('reservation_phones').values(row).execute()
}

const phoneOf = async (tx: Tx, userId: string): Promise<string | null> =>
  (await tx.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow()).phone

/** By each secret that is still known: the newest is the first. */
const hashPhone = ({ config: { secretKeys } }: Context, phone: string | null): Buffer[] =>
  phone ? secretKeys.map((secret) => createHmac('sha256', secret).update(`reservation:${phone}`).digest()) : []

type Wanted = { buyerId: string; nftId: string; phoneHashes: Buffer[]; since: Date }

/** The newest first. */
const listAbandoned = (tx: Tx, { buyerId, nftId, phoneHashes, since }: Wanted) =>
  tx
    .selectFrom('payments')
    .select(['canceled_by_buyer_at', 'expires_at', 'created_at'])
    .where('nft_id', '=', nftId)
    .where('created_at', '>', since)
    .where((eb) => eb.or([eb('user_id', '=', buyerId), eb('id', 'in', withPhone(tx, { nftId, phoneHashes }))]))
    // Also one whose late money was refunded: its status no longer says how the reservation ended.
    .where((eb) =>
      eb.or([
        eb('status', '=', 'EXPIRED'),
        eb('canceled_by_buyer_at', 'is not', null),
        eb('captured_at', '>', eb.ref('expires_at')),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute()

const withPhone = (tx: Tx, { nftId, phoneHashes }: Pick<Wanted, 'nftId' | 'phoneHashes'>) =>
  tx
    .selectFrom('reservation_phones')
    .select('payment_id')
    .where('nft_id', '=', nftId)
    .where((eb) => eb('phone_hash', '=', eb.fn.any(eb.val(phoneHashes))))
