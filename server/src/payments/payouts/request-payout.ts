import { MAX_PAYOUT_REQUESTS_PER_DAY } from '@verso/protocol/limits'
import { formatCents } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import { conflict, invalidField } from '../../http/app-error.ts'
import { listFiatAccounts } from '../bank-accounts/add-fiat-account.ts'
import { areEarningsFrozen } from '../earnings/earnings-holds.ts'
import { lockMember } from '../../identity/throttling/lock-member.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'
import { recordEvent } from '../../events/record-event.ts'
import { payout, user } from '../../events/subjects.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import { getPayout, type PayoutWithAccount } from './queries.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Asks for earnings to be paid out; the amount is held at once (docs/invariants.md I10). Bank details may follow later. A suspended member may
 * ask too: what they earned stays theirs.
 * @throws AppError conflict when a request is open, invalid when the balance is not enough, too_many_requests after 20 in a day:
 *   each is told to the member and kept in the books
 */
export async function requestPayout(
  ctx: Context,
  tx: Tx,
  { userId, amountCents, accountId }: { userId: string; amountCents: number; accountId?: string | undefined },
): Promise<PayoutWithAccount> {
  await lockMember(tx, userId)
  await takePoint(ctx, tx, { name: 'payouts', subject: userId, limit: MAX_PAYOUT_REQUESTS_PER_DAY, windowMs: DAY_MS })
  if (await hasOpenPayout(tx, userId)) throw alreadyOpen()
  if (await areEarningsFrozen(tx, userId)) throw conflict(FROZEN)
  const { earningsCents } = await getBalances(tx, userId)
  if (amountCents > earningsCents) throw invalidField('amount', `Your balance is ${formatCents(earningsCents)} USD`)
  const id = ctx.random.id()
  const now = ctx.clock.now()
  const account = await chooseAccount(tx, userId, accountId)
  try {
    await tx
      .insertInto('payouts')
      .values({
        id,
        user_id: userId,
        amount_cents: amountCents,
        fiat_account_id: account?.id ?? null,
        created_at: now,
        updated_at: now,
      })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error, 'payouts_one_open')) throw alreadyOpen()
    throw error
  }
  await postTransfer(ctx, tx, {
    kind: 'PAYOUT_REQUESTED',
    cause: { type: 'payout', id },
    entries: [
      { account: { kind: 'EARNINGS', userId }, amountCents: -amountCents },
      { account: { kind: 'PAYOUT_HELD', userId }, amountCents },
    ],
  })
  await recordEvent(ctx, tx, {
    type: 'payout.requested',
    subjects: [payout(id), user(userId)],
    data: { payout_id: id, user_id: userId, amount_cents: amountCents, fiat_account_id: account?.id ?? null },
  })
  return getPayout(tx, id)
}

/** The account is decided with the request: the one asked for, else the one added last; without any, the first added later. */
async function chooseAccount(tx: Tx, userId: string, accountId: string | undefined) {
  const accounts = await listFiatAccounts(tx, userId)
  if (accountId === undefined) return accounts[0]
  const chosen = accounts.find((account) => account.id === accountId)
  if (!chosen) throw invalidField('fiat_account', 'This bank account is not there any more')
  return chosen
}

const FROZEN = 'Your earnings are frozen until it is decided what becomes of the payment that your bank has taken back.'

const alreadyOpen = () => conflict('You already have an open payout request')

const hasOpenPayout = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('payouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['REQUESTED', 'APPROVED'])
    .executeTakeFirst()) !== undefined
