import type { EventData } from '@verso/protocol/events'
import type { Context } from '../../context.ts'
import type { ListingRow } from '../../catalogue/listings/move-listing.ts'
import type { Tx } from '../../db/client.ts'
import { type NewEvent, recordEvent } from '../../events/record-event.ts'
import { nft, payment as paymentSubject, user } from '../../events/subjects.ts'
import type { PaymentRow } from './payment-row.ts'

type Order = { payment: Pick<PaymentRow, 'id' | 'user_id' | 'amount_cents'>; listing: ListingRow }

const orderOf = ({ payment, listing }: Order) => ({
  payment_id: payment.id,
  nft_id: listing.nft_id,
  listing_id: listing.id,
  buyer_id: payment.user_id,
  seller_id: listing.seller_id,
  amount_cents: payment.amount_cents,
})
const subjectsOf = ({ payment, listing }: Order) =>
  [paymentSubject(payment.id), nft(listing.nft_id), user(payment.user_id), user(listing.seller_id)] as const

/** A step of a purchase. */
export const orderEvent = <T extends 'order.reserved' | 'order.paid' | 'order.delivered'>(
  type: T,
  order: Order,
): NewEvent<T> => ({ type, subjects: subjectsOf(order), data: orderOf(order) as EventData<T> })

export const recordOrder = (
  ctx: Context,
  tx: Tx,
  type: 'order.reserved' | 'order.paid',
  order: Order,
): Promise<string> => recordEvent(ctx, tx, orderEvent(type, order))

/** The reservation is over without a sale. */
export const recordOrderEnded = (ctx: Context, tx: Tx, status: 'CANCELED' | 'EXPIRED', order: Order): Promise<string> =>
  recordEvent(ctx, tx, { type: 'order.ended', subjects: subjectsOf(order), data: { ...orderOf(order), status } })
