import type { EventData } from '@verso/protocol/events'
import { formatCents } from '@verso/protocol/money'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { mailMember } from './mail-member.ts'

const action = { label: 'See your payouts', path: addressOf('settingsTab', { tab: 'earnings' }) }

export async function mailPayoutRequested(
  ctx: Context,
  tx: Tx,
  { user_id: userId, amount_cents, fiat_account_id }: EventData<'payout.requested'>,
): Promise<void> {
  const account =
    fiat_account_id === null
      ? undefined
      : await tx.selectFrom('fiat_accounts').select('last4').where('id', '=', fiat_account_id).executeTakeFirst()
  await mailMember(ctx, tx, {
    userId,
    kind: 'payout.requested',
    subject: 'Your payout request',
    paragraphs: [
      `You asked for ${formatCents(amount_cents)} USD to be paid out.`,
      account
        ? `It goes to the account ending in ${account.last4}. We will write to you when it is approved.`
        : 'We still need your bank details: please add them in your settings.',
    ],
    action,
  })
}

type Moved = Pick<EventData<'payout.paid'>, 'user_id' | 'amount_cents' | 'reason' | 'reference'>

export const mailPayoutMoved = (
  ctx: Context,
  tx: Tx,
  to: keyof typeof TEXTS,
  { user_id: userId, amount_cents, reason, reference }: Moved,
): Promise<void> =>
  mailMember(ctx, tx, {
    userId,
    ...(to !== 'CANCELLED' && { kind: KINDS[to] }),
    subject: SUBJECTS[to],
    paragraphs: [
      `Payout of ${formatCents(amount_cents)} USD.`,
      TEXTS[to],
      ...(reason ? [`Reason: ${reason}`] : []),
      ...(reference ? [`Reference: ${reference}`] : []),
    ],
    action,
  })

const KINDS = { APPROVED: 'payout.approved', PAID: 'payout.paid', REJECTED: 'payout.rejected' } as const
const SUBJECTS = {
  APPROVED: 'Your payout was approved',
  PAID: 'Your payout was sent',
  REJECTED: 'Your payout was rejected',
  CANCELLED: 'Your payout was cancelled',
}
const TEXTS = {
  APPROVED: 'It will be sent to your bank account soon.',
  PAID: 'It is on its way to your bank account.',
  REJECTED: 'The amount is in your balance again.',
  CANCELLED: 'You took the request back. The amount is in your balance again.',
}
