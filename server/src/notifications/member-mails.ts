import type { EventType } from '@verso/protocol/events'
import type { EventConsumer } from '../context.ts'

const TYPES = [
  'nft.approved',
  'nft.refused',
  'nft.taken_down',
  'nft.restored',
  'nft.sold',
  'nft.sale_failed',
  'order.delivered',
  'order.refunded',
  'order.refund_failed',
  'topup.completed',
  'payout.requested',
  'payout.approved',
  'payout.paid',
  'payout.rejected',
  'payout.cancelled',
] as const satisfies readonly EventType[]
export type MailedType = (typeof TYPES)[number]

/** Mails to members about their works and money. */
export const memberMails: EventConsumer<MailedType> = { name: 'member-mails', types: TYPES }
