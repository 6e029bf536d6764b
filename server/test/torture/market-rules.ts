import { splitPrice } from '@verso/protocol/money'

export const WHO = [0, 1, 2] as const
/** The creator, who owns the NFT at first, and two others. */
export type Who = (typeof WHO)[number]
/** For two purchases: then one is short of credits. */
export const CREDIT_CENTS = 40
export const FEE_CENTS = 20
export const MINUTES = { hold: 15, abandonedWait: 30 }

export type Command =
  | { do: 'list'; who: Who; priceCents: number }
  | { do: 'unlist' | 'reserve' | 'reserveWithFee' | 'topup' | 'payout' | 'cancelPayout'; who: Who }
  | { do: 'dispute' | 'win' | 'lose' }
  | { do: 'pay' | 'send' | 'decline' | 'cancel' | 'wait' | 'deliver' | 'fail' | 'undo' | 'release' | 'payLate' }

export type Listing = {
  seller: Who
  priceCents: number
  status: 'ACTIVE' | 'PAYMENT_PROCESSING' | 'PAID' | 'SOLD' | 'INACTIVE'
  buyer: Who | null
  reservedAt: number
  /** Whether the buyer's network fee is set aside, or taken. */
  fee: 'none' | 'held' | 'charged'
  /** The fee is part of the payment: it becomes a credit that is held when it is paid, and goes back with the price. */
  isFeePaid: boolean
  /** Of the fee, what a dispute has taken from the buyer's credits. */
  takenCredit: number
  /** A node has got the transfer: it can no longer be called off. */
  isSent: boolean
  abandoned: { who: Who; at: number }[]
  dispute: 'none' | 'open' | 'lost' | 'won'
  /** Of the sale's earnings: what the dispute has frozen, and whether it was taken for good. */
  earned: 'held' | 'frozen' | 'taken'
}
export type Money = { credit: number; creditHeld: number; earnings: number; earningsHeld: number; payoutHeld: number }

/** The shares of the price for seller and creator. */
export function sharesOf({ seller, priceCents }: Listing): { who: Who; cents: number }[] {
  const { feeCents, royaltyCents } = splitPrice(priceCents, 250, seller === 0 ? 0 : 500)
  return [
    { who: seller, cents: priceCents - feeCents - royaltyCents },
    { who: 0, cents: royaltyCents },
  ]
}

/** Of a listing that no member has reserved yet. */
export const UNSOLD = {
  buyer: null,
  reservedAt: 0,
  fee: 'none',
  isFeePaid: false,
  takenCredit: 0,
  isSent: false,
  dispute: 'none',
  earned: 'held',
} as const
/** The money of each member at first. */
export const FIRST_MONEY: Money = {
  credit: CREDIT_CENTS,
  creditHeld: 0,
  earnings: 0,
  earningsHeld: 0,
  payoutHeld: 0,
}
