import { formatCents } from '@verso/protocol/money'
import { recordAudit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { lockMember } from '../../identity/throttling/lock-member.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import { movePayout, type PayoutRow } from '../earnings/move-payout.ts'

type Lost = { userId: string; amountCents: number; reference: string }

/**
 * Books a payout that the bank has made and the books, restored from a backup, do not know: the member's request of this
 * amount is paid by it, else one is entered as it was.
 * @throws StartupError for one that is entered already, and for more than the member has
 */
export async function enterLostPayout(ctx: Context, tx: Tx, lost: Lost): Promise<'completed' | 'entered'> {
  const { userId, amountCents, reference } = lost
  await lockMember(tx, userId)
  const payouts = await tx.selectFrom('payouts').selectAll().where('user_id', '=', userId).forUpdate().execute()
  if (payouts.some((payout) => payout.status === 'PAID' && payout.reference === reference))
    throw new StartupError(`A payout to this member with the reference ${reference} is in the books already.`)
  const requested = payouts.find(({ status, amount_cents }) => status === 'REQUESTED' && amount_cents === amountCents)
  const payout = requested ?? (await enter(ctx, tx, lost))
  await movePayout(ctx, tx, { payout, to: 'PAID', reference })
  await recordAudit(ctx, tx, {
    actorId: null,
    action: 'payout.enter',
    subject: { type: 'payout', id: payout.id },
    after: { amount_cents: amountCents, reference },
  })
  return requested ? 'completed' : 'entered'
}

/** Beside an open request of another amount, so not as one itself. */
async function enter(ctx: Context, tx: Tx, { userId, amountCents, reference }: Lost): Promise<PayoutRow> {
  const { earningsCents } = await getBalances(tx, userId)
  if (earningsCents < amountCents)
    throw new StartupError(
      `This member has ${formatCents(earningsCents)} USD to pay out. Earnings of sales that were brought back are available when their time is over: enter it then.`,
    )
  const [id, now] = [ctx.random.id(), ctx.clock.now()]
  const payout = await tx
    .insertInto('payouts')
    .values({
      id,
      user_id: userId,
      amount_cents: amountCents,
      status: 'PAID',
      reference,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await postTransfer(ctx, tx, {
    kind: 'PAYOUT_REQUESTED',
    cause: { type: 'payout', id },
    entries: [
      { account: { kind: 'EARNINGS', userId }, amountCents: -amountCents },
      { account: { kind: 'PAYOUT_HELD', userId }, amountCents },
    ],
  })
  return payout
}
