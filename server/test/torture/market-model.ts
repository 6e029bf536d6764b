import { splitPrice } from '@verso/protocol/money'

export const WHO = [0, 1, 2] as const
/** The creator, who owns the work at first, and two others. */
export type Who = (typeof WHO)[number]
export const CREDIT_CENTS = 100
const FEE_CENTS = 20
const MINUTES = { hold: 15, abandonedWait: 30 }

export type Command =
  | { do: 'list'; who: Who; priceCents: number }
  | { do: 'unlist' | 'reserve' | 'topup' | 'payout' | 'cancelPayout'; who: Who }
  | { do: 'pay' | 'decline' | 'cancel' | 'wait' | 'deliver' | 'fail' | 'undo' | 'release' | 'payLate' }

type Listing = {
  seller: Who
  priceCents: number
  status: 'ACTIVE' | 'PAYMENT_PROCESSING' | 'PAID' | 'SOLD' | 'INACTIVE'
  buyer: Who | null
  reservedAt: number
  /** Whether the buyer's network fee is set aside, or taken. */
  fee: 'none' | 'held' | 'charged'
  abandoned: { who: Who; at: number }[]
}
export type Money = { credit: number; creditHeld: number; earnings: number; earningsHeld: number; payoutHeld: number }

/**
 * What listings and the ledger must do, said in the simplest way: one work, three members, whole cents. Every method says
 * whether the product must do it (true) or refuse it (false).
 */
export class MarketModel {
  minute = 0
  owner: Who = 0
  listing: Listing | null = null
  /** The last hold that ran out, with its listing: it may still be paid. */
  late: { who: Who; listing: Listing } | null = null
  readonly money: Money[] = WHO.map(() => ({
    credit: CREDIT_CENTS,
    creditHeld: 0,
    earnings: 0,
    earningsHeld: 0,
    payoutHeld: 0,
  }))

  list(who: Who, priceCents: number): boolean {
    const isOpen = this.listing !== null && !['SOLD', 'INACTIVE'].includes(this.listing.status)
    if (who !== this.owner || isOpen) return false
    const nothing = { buyer: null, reservedAt: 0, fee: 'none', abandoned: [] } as const
    this.listing = { ...nothing, abandoned: [], seller: who, priceCents, status: 'ACTIVE' }
    return true
  }

  unlist(who: Who): boolean {
    if (who !== this.owner || this.listing?.status !== 'ACTIVE') return false
    this.listing.status = 'INACTIVE'
    return true
  }

  reserve(who: Who): boolean {
    const { listing } = this
    if (!listing || who === this.owner) return false
    if (listing.status === 'PAYMENT_PROCESSING') return listing.buyer === who
    if (listing.status !== 'ACTIVE' || this.#mustWait(listing, who) || this.#of(who).credit < FEE_CENTS) return false
    Object.assign(listing, { status: 'PAYMENT_PROCESSING', buyer: who, reservedAt: this.minute })
    this.#holdFee(listing, who)
    return true
  }

  #mustWait({ abandoned }: Listing, who: Who): boolean {
    const own = abandoned.filter((one) => one.who === who)
    return own.length >= 2 && this.minute - (own.at(-1)?.at ?? 0) < MINUTES.abandonedWait
  }

  pay(): boolean {
    if (this.listing?.status !== 'PAYMENT_PROCESSING') return false
    this.listing.status = 'PAID'
    return true
  }

  cancel(): boolean {
    if (this.listing?.status !== 'PAYMENT_PROCESSING') return false
    this.#letGo(this.listing, this.minute)
    return true
  }

  #letGo(listing: Listing, at: number): void {
    listing.abandoned.push({ who: listing.buyer as Who, at })
    this.#releaseFee(listing)
    Object.assign(listing, { status: 'ACTIVE', buyer: null })
  }

  /** Longer than a hold. */
  wait(minutes: number): void {
    this.minute += minutes
    if (this.listing?.status !== 'PAYMENT_PROCESSING') return
    const who = this.listing.buyer as Who
    this.late = { who, listing: this.listing }
    this.#letGo(this.listing, this.listing.reservedAt + MINUTES.hold)
  }

  /** Buys only that same listing, for sale again; in every other case the money goes back. */
  payLate(): boolean {
    if (!this.late) return false
    const { who, listing } = this.late
    this.late = null
    if (listing !== this.listing || listing.status !== 'ACTIVE') return true
    // The abandoned hold is none any more.
    const index = listing.abandoned.findLastIndex((one) => one.who === who)
    listing.abandoned.splice(index, 1)
    Object.assign(listing, { status: 'PAID', buyer: who, fee: 'none' })
    if (this.#of(who).credit >= FEE_CENTS) this.#holdFee(listing, who)
    return true
  }

  deliver(): boolean {
    const { listing } = this
    if (listing?.status !== 'PAID') return false
    this.#share(listing, 1)
    if (listing.fee === 'held') this.#of(listing.buyer as Who).creditHeld -= FEE_CENTS
    if (listing.fee === 'held') listing.fee = 'charged'
    Object.assign(listing, { status: 'SOLD' })
    this.owner = listing.buyer as Who
    this.isReleased = false
    return true
  }
  isReleased = true

  /** A reorganisation takes the transfer back, before the money has become balance. */
  undo(): boolean {
    const { listing } = this
    if (listing?.status !== 'SOLD' || this.isReleased) return false
    this.#share(listing, -1)
    if (listing.fee === 'charged') {
      this.#of(listing.buyer as Who).creditHeld += FEE_CENTS
      listing.fee = 'held'
    }
    listing.status = 'PAID'
    this.owner = listing.seller
    return true
  }

  #share({ seller, priceCents }: Listing, sign: 1 | -1): void {
    const { feeCents, royaltyCents } = splitPrice(priceCents, 250, seller === 0 ? 0 : 500)
    this.#of(seller).earningsHeld += sign * (priceCents - feeCents - royaltyCents)
    this.#of(0).earningsHeld += sign * royaltyCents
  }

  fail(): boolean {
    if (this.listing?.status !== 'PAID') return false
    this.#releaseFee(this.listing)
    Object.assign(this.listing, { status: 'INACTIVE', buyer: null })
    return true
  }

  release(): void {
    for (const one of this.money) Object.assign(one, { earnings: one.earnings + one.earningsHeld, earningsHeld: 0 })
    this.isReleased = true
  }

  topup(who: Who, cents: number): void {
    this.#of(who).credit += cents
  }

  /** All there is. */
  payout(who: Who): boolean {
    const own = this.#of(who)
    if (own.payoutHeld > 0 || own.earnings === 0) return false
    Object.assign(own, { payoutHeld: own.earnings, earnings: 0 })
    return true
  }

  cancelPayout(who: Who): boolean {
    const own = this.#of(who)
    if (own.payoutHeld === 0) return false
    Object.assign(own, { earnings: own.earnings + own.payoutHeld, payoutHeld: 0 })
    return true
  }

  #holdFee(listing: Listing, who: Who): void {
    this.#of(who).credit -= FEE_CENTS
    this.#of(who).creditHeld += FEE_CENTS
    listing.fee = 'held'
  }

  #releaseFee(listing: Listing): void {
    if (listing.fee !== 'held') return
    const own = this.#of(listing.buyer as Who)
    own.creditHeld -= FEE_CENTS
    own.credit += FEE_CENTS
    listing.fee = 'none'
  }

  #of = (who: Who): Money => this.money[who] as Money
}
