import type { Context } from '../context.ts'
import { bindConsumer, type BoundConsumer } from '../events/consumer.ts'
import { mailDecision } from './moderation-mails.ts'
import { memberMails } from './member-mails.ts'
import {
  mailDelivered,
  mailRefunded,
  mailRefundFailed,
  mailSaleFailed,
  mailSold,
  mailToppedUp,
} from './payment-mails.ts'
import { mailPayoutMoved, mailPayoutRequested } from './payout-mails.ts'
import { mailNotWithdrawn } from './withdrawal-mails.ts'

/** The mails of each event and their recipients, in one table. */
export const bindMemberMails = (ctx: Context): BoundConsumer =>
  bindConsumer(memberMails, {
    'nft.approved': (tx, { data }) => mailDecision(ctx, tx, 'APPROVED', data),
    'nft.refused': (tx, { data }) => mailDecision(ctx, tx, 'REFUSED', data),
    'nft.taken_down': (tx, { data }) => mailDecision(ctx, tx, 'TAKEN_DOWN', data),
    'nft.restored': (tx, { data }) => mailDecision(ctx, tx, 'RESTORED', data),
    'nft.sold': (tx, { data }) => mailSold(ctx, tx, data),
    'nft.sale_failed': (tx, { data }) => mailSaleFailed(ctx, tx, data),
    'nft.not_withdrawn': (tx, { data }) => mailNotWithdrawn(ctx, tx, data),
    'order.delivered': (tx, { data }) => mailDelivered(ctx, tx, data),
    'order.refunded': (tx, { data }) => mailRefunded(ctx, tx, data),
    'order.refund_failed': (tx, { data }) => mailRefundFailed(ctx, tx, data),
    'topup.completed': (tx, { data }) => mailToppedUp(ctx, tx, data),
    'payout.requested': (tx, { data }) => mailPayoutRequested(ctx, tx, data),
    'payout.approved': (tx, { data }) => mailPayoutMoved(ctx, tx, 'APPROVED', data),
    'payout.paid': (tx, { data }) => mailPayoutMoved(ctx, tx, 'PAID', data),
    'payout.rejected': (tx, { data }) => mailPayoutMoved(ctx, tx, 'REJECTED', data),
    'payout.cancelled': (tx, { data }) => mailPayoutMoved(ctx, tx, 'CANCELLED', data),
  })
