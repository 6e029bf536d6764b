import {
  FEE_CENTS,
  FIRST_MONEY,
  type Listing,
  MINUTES,
  type Money,
  sharesOf,
  WHO,
  type Who,
  UNSOLD,
} from './market-rules.ts'

/**
 * The model of listings and the ledger in the simplest form: one NFT, three members, whole cents. Every method says
 * whether the product must do it (true) or refuse it (false).
 */
export class MarketModel {
  minute = 0
  owner: Who = 0
  listing: Listing | null = null
  /** The last expired reservation, with its listing: it may still be paid. */
  late: { who: Who; listing: Listing; isFeePaid: boolean } | null = null
  readonly money: Money[] = WHO.map(() => ({ ...FIRST_MONEY }))

  list(who: Who, priceCents: number): boolean {
    const isOpen = this.listing !== null && !['SOLD', 'INACTIVE'].includes(this.listing.status)
    if (who !== this.owner || this.isDown || (isOpen && this.listing?.status !== 'ACTIVE')) return false
    // Another price is another listing; the same one changes nothing.
    if (isOpen && this.listing?.priceCents === priceCents) return true
    this.listing = { ...UNSOLD, abandoned: [], seller: who, priceCents, status: 'ACTIVE' }
    return true
  }

  unlist(who: Who): boolean {
    if (who !== this.owner || this.listing?.status !== 'ACTIVE') return false
    this.listing.status = 'INACTIVE'
    return true
  }

  reserve(who: Who, { withFee = false } = {}): boolean {
    const { listing } = this
    if (!listing || who === this.owner || this.isDown) return false
    if (listing.status === 'PAYMENT_PROCESSING') return listing.buyer === who
    const isShort = this.#of(who).credit < FEE_CENTS
    if (listing.status !== 'ACTIVE' || this.#mustWait(listing, who) || (isShort && !withFee)) return false
    Object.assign(listing, { status: 'PAYMENT_PROCESSING', buyer: who, reservedAt: this.minute, isFeePaid: isShort })
    if (!isShort) this.#holdFee(listing, who)
    return true
  }

  #mustWait({ abandoned }: Listing, who: Who): boolean {
    const own = abandoned.filter((one) => one.who === who)
    return own.length >= 2 && this.minute - (own.at(-1)?.at ?? 0) < MINUTES.abandonedWait
  }

  pay(): boolean {
    if (this.listing?.status !== 'PAYMENT_PROCESSING') return false
    this.listing.status = 'PAID'
    if (this.listing.isFeePaid) this.#creditFee(this.listing)
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

  /** Longer than a reservation. */
  wait(minutes: number): void {
    this.minute += minutes
    if (this.listing?.status !== 'PAYMENT_PROCESSING') return
    const who = this.listing.buyer as Who
    this.late = { who, listing: this.listing, isFeePaid: this.listing.isFeePaid }
    this.#letGo(this.listing, this.listing.reservedAt + MINUTES.hold)
  }

  /** Buys only that same listing, for sale again; in every other case the money goes back. */
  payLate(): boolean {
    if (!this.late) return false
    const { who, listing, isFeePaid } = this.late
    this.late = null
    if (listing !== this.listing || listing.status !== 'ACTIVE') return true
    // The abandoned reservation has ended.
    listing.abandoned.splice(
      listing.abandoned.findLastIndex((one) => one.who === who),
      1,
    )
    Object.assign(listing, { status: 'PAID', buyer: who, fee: 'none', isFeePaid })
    if (isFeePaid) this.#creditFee(listing)
    else if (this.#of(who).credit >= FEE_CENTS) this.#holdFee(listing, who)
    return true
  }

  send(): boolean {
    if (this.listing?.status !== 'PAID') return false
    this.listing.isSent = true
    return true
  }

  deliver(): boolean {
    const { listing } = this
    if (listing?.status !== 'PAID') return false
    this.#share(listing, 1)
    if (listing.fee === 'held') this.#of(listing.buyer as Who).creditHeld -= FEE_CENTS
    if (listing.fee === 'held') listing.fee = 'charged'
    Object.assign(listing, { status: 'SOLD', isSent: true })
    this.owner = listing.buyer as Who
    this.isReleased = false
    listing.earned = 'held'
    if (listing.dispute === 'open' || listing.dispute === 'lost') this.#freeze(listing)
    if (listing.dispute === 'lost') this.#takeFrozen(listing)
    return true
  }
  isReleased = true
  /** Frozen by a dispute: neither shown nor sold. */
  isDown = false

  /** The bank takes the money back: a transfer that was not sent is called off, earnings that are not balance yet are frozen. */
  dispute(): boolean {
    const { listing } = this
    if (!listing || !['PAID', 'SOLD'].includes(listing.status) || listing.dispute !== 'none') return false
    if (!listing.isSent) return this.fail()
    listing.dispute = 'open'
    if (listing.isFeePaid) this.#takeCredit(listing, Math.min(this.#of(listing.buyer as Who).credit, FEE_CENTS))
    if (listing.status === 'SOLD') this.#freeze(listing)
    return true
  }

  win(): boolean {
    if (this.listing?.dispute !== 'open' || !this.#isPaid(this.listing)) return false
    Object.assign(this.listing, { dispute: 'won', earned: 'held' })
    this.#takeCredit(this.listing, -this.listing.takenCredit)
    this.isDown = false
    return true
  }

  lose(): boolean {
    if (this.listing?.dispute !== 'open' || !this.#isPaid(this.listing)) return false
    this.listing.dispute = 'lost'
    this.#takeFrozen(this.listing)
    return true
  }

  #isPaid = ({ status }: Listing): boolean => status === 'PAID' || status === 'SOLD'

  #freeze(listing: Listing): void {
    this.isDown = true
    if (!this.isReleased) listing.earned = 'frozen'
  }

  #takeFrozen(listing: Listing): void {
    if (listing.earned !== 'frozen') return
    this.#share(listing, -1)
    listing.earned = 'taken'
  }

  /** A reorganisation takes the transfer back, before the money has become balance. */
  undo(): boolean {
    const { listing } = this
    if (listing?.status !== 'SOLD' || this.isReleased) return false
    if (listing.earned !== 'taken') this.#share(listing, -1)
    listing.earned = 'held'
    if (listing.fee === 'charged') {
      this.#of(listing.buyer as Who).creditHeld += FEE_CENTS
      listing.fee = 'held'
    }
    listing.status = 'PAID'
    this.owner = listing.seller
    return true
  }

  #share(listing: Listing, sign: 1 | -1): void {
    for (const { who, cents } of sharesOf(listing)) this.#of(who).earningsHeld += sign * cents
  }

  fail(): boolean {
    if (this.listing?.status !== 'PAID') return false
    this.#takeCredit(this.listing, -this.listing.takenCredit)
    this.#releaseFee(this.listing)
    Object.assign(this.listing, { status: 'INACTIVE', buyer: null })
    this.isDown = false
    return true
  }

  release(): void {
    const frozen = this.listing?.earned === 'frozen' ? sharesOf(this.listing) : []
    for (const who of WHO) {
      const own = this.#of(who)
      const stays = frozen.reduce((sum, share) => sum + (share.who === who ? share.cents : 0), 0)
      Object.assign(own, { earnings: own.earnings + own.earningsHeld - stays, earningsHeld: stays })
    }
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
    if (!listing.isFeePaid) own.credit += FEE_CENTS
    listing.fee = 'none'
  }

  #creditFee(listing: Listing): void {
    this.#of(listing.buyer as Who).creditHeld += FEE_CENTS
    listing.fee = 'held'
  }

  /** Of a fee that was paid with the price: what a dispute takes from the buyer's credits, less than zero: gives back. */
  #takeCredit(listing: Listing, cents: number): void {
    this.#of(listing.buyer as Who).credit -= cents
    listing.takenCredit += cents
  }

  #of = (who: Who): Money => this.money[who] as Money
}
