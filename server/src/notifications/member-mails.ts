import type { EventType } from '@verso/protocol/events'
import type { NotificationKind } from '@verso/protocol/users/notifications'
import type { EventConsumer } from '../context.ts'

const TYPES = [
  'nft.approved',
  'nft.refused',
  'nft.taken_down',
  'nft.restored',
  'nft.sold',
  'nft.sale_failed',
  'nft.not_withdrawn',
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
/** The kinds that these mails tell of; the others that can be mailed are mailed as they stand in the product. */
export const MAILED_KINDS = [
  'nft.approved',
  'nft.refused',
  'nft.taken_down',
  'nft.sold',
  'royalty.received',
  'order.delivered',
  'order.refunded',
  'topup.completed',
  'payout.requested',
  'payout.approved',
  'payout.paid',
  'payout.rejected',
] as const satisfies readonly NotificationKind[]
export type MailedType = (typeof TYPES)[number]

/** Mails to members about their works and money. */
export const memberMails: EventConsumer<MailedType> = { name: 'member-mails', types: TYPES }
