import type { EventSubject } from '@verso/protocol/events'

const of =
  (type: EventSubject['type']) =>
  (id: string): EventSubject => ({ type, id })

/** Subjects of an event by their ids. */
export const nft = of('nft')
export const payment = of('payment')
export const payout = of('payout')
export const user = of('user')
