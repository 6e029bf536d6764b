import type { EventType } from '@verso/protocol/events'
import type { EventConsumer } from '../context.ts'

const TYPES = [
  'nft.minted',
  'nft.mint_failed',
  'nft.approved',
  'nft.refused',
  'nft.taken_down',
  'nft.listed',
  'nft.price_changed',
  'nft.unlisted',
  'nft.sold',
  'nft.withdrawn',
  'nft.not_withdrawn',
  'order.paid',
  'order.delivered',
  'order.refunded',
  'order.needs_review',
  'topup.completed',
  'earnings.released',
  'payout.requested',
  'payout.approved',
  'payout.paid',
  'payout.rejected',
  'member.locked',
  'security.new_device',
  'security.password_changed',
  'security.factor_changed',
  'security.phone_changed',
  'security.bank_changed',
  'security.royalty_address_changed',
  'security.withdrawal',
  'follow.created',
] as const satisfies readonly EventType[]
export type ToldType = (typeof TYPES)[number]

/** The lines of what members are told in the product. */
export const memberLines: EventConsumer<ToldType> = { name: 'member-lines', types: TYPES }
