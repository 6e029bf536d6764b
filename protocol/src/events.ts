import { z } from 'zod'
import { type Chain, CHAINS } from './chains.ts'

/**
 * A subject of an event. The first one is the thing that changed: events of one such thing are handled in the order in
 * which they were recorded. The others are the members whom it concerns.
 */
export const eventSubject = z.object({ type: z.enum(['nft', 'payment', 'payout', 'user']), id: z.guid() })
export type EventSubject = z.infer<typeof eventSubject>

const id = z.guid()
const cents = z.number().int()
/** Words of the operator who decided; events carry no other free text. */
const reason = z.string().optional()

/** The line of the audit log about an operator's decision. It stays inside the product: no wire carries it. */
const audit = z.object({
  actor_id: id,
  action: z.string(),
  request_id: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type EventAudit = z.infer<typeof audit>

const nft = { nft_id: id, creator_id: id }
const listing = { nft_id: id, listing_id: id, seller_id: id, price_cents: cents }
const order = { payment_id: id, nft_id: id, listing_id: id, buyer_id: id, seller_id: id, amount_cents: cents }
const payout = { payout_id: id, user_id: id, amount_cents: cents }
const user = { user_id: id }
const decision = { ...nft, reason, audit }
/** Without `audit` the product itself decided. */
const decidedPayout = { ...payout, reason, reference: z.string().optional(), audit: audit.optional() }
const chain = z.enum(Object.keys(CHAINS) as [Chain, ...Chain[]])
const paymentKind = z.enum(['PURCHASE', 'TOPUP'])

/**
 * Every type of event with what it carries: ids, amounts and states, never an address, a name or another personal fact. Rows of
 * three months wait behind each schema, so a schema only ever gains fields that may be absent.
 */
export const EVENT_SCHEMAS = {
  'nft.minted': z.object({ ...nft, chain }),
  'nft.mint_failed': z.object({ ...nft, chain }),
  'nft.approved': z.object(decision),
  'nft.refused': z.object(decision),
  'nft.taken_down': z.object({
    ...decision,
    /** The paths at which the media origin served its files: a CDN before it has to forget them. */
    paths: z.array(z.string()).optional(),
  }),
  'nft.restored': z.object(decision),
  'nft.reports_dismissed': z.object(decision),
  'nft.reported': z.object({ ...nft, reporter_id: id }),
  'nft.listed': z.object(listing),
  'nft.price_changed': z.object({ ...listing, former_listing_id: id, former_price_cents: cents }),
  'nft.unlisted': z.object({ ...listing, cause: z.enum(['unlisted', 'expired', 'closed']) }),
  'nft.sold': z.object({
    ...listing,
    buyer_id: id,
    creator_id: id,
    seller_cents: cents,
    fee_cents: cents,
    royalty_cents: cents,
  }),
  'nft.sale_failed': z.object({ ...listing, reason: z.string() }),
  'nft.withdrawn': z.object({ nft_id: id, user_id: id }),
  'nft.not_withdrawn': z.object({ nft_id: id, user_id: id, reason: z.string() }),
  'order.reserved': z.object(order),
  'order.paid': z.object(order),
  'order.delivered': z.object(order),
  'order.ended': z.object({ ...order, status: z.enum(['CANCELED', 'EXPIRED']) }),
  'order.refunded': z.object({
    payment_id: id,
    refund_id: id,
    user_id: id,
    kind: paymentKind,
    amount_cents: cents,
    reason: z.string(),
  }),
  'order.refund_failed': z.object({
    payment_id: id,
    refund_id: id,
    user_id: id,
    kind: paymentKind,
    amount_cents: cents,
  }),
  'order.needs_review': z.object({ payment_id: id, user_id: id, kind: paymentKind }),
  'order.decided': z.object({ payment_id: id, user_id: id, kind: paymentKind, audit }),
  'topup.completed': z.object({ payment_id: id, user_id: id, amount_cents: cents }),
  'earnings.released': z.object({ user_id: id, listing_id: id, nft_id: id, amount_cents: cents }),
  'payout.requested': z.object({ ...payout, fiat_account_id: id.nullable() }),
  'payout.approved': z.object(decidedPayout),
  'payout.paid': z.object(decidedPayout),
  'payout.rejected': z.object(decidedPayout),
  'payout.cancelled': z.object(payout),
  'member.registered': z.object(user),
  'member.verified': z.object(user),
  'member.signed_in': z.object({ ...user, session_id: id }),
  'member.sign_in_failed': z.object({ ...user, count: z.number().int() }),
  'member.locked': z.object(user),
  'security.password_changed': z.object({ ...user, by: z.enum(['change', 'reset']) }),
  'security.factor_changed': z.object({
    ...user,
    kind: z.enum(['TOTP', 'PASSKEY', 'RECOVERY_CODE', 'ALL']),
    change: z.enum(['added', 'removed', 'renewed', 'reset']),
  }),
  'security.phone_changed': z.object(user),
  'security.bank_changed': z.object({ ...user, fiat_account_id: id, change: z.enum(['added', 'removed']) }),
  'security.royalty_address_changed': z.object(user),
  'security.new_device': z.object({ ...user, session_id: id }),
  'security.withdrawal': z.object({ ...user, nft_id: id }),
  'follow.created': z.object({ follower_id: id, followed_id: id }),
} as const

export type EventType = keyof typeof EVENT_SCHEMAS
export type EventData<T extends EventType> = z.input<(typeof EVENT_SCHEMAS)[T]>
/** One event as a consumer gets it: the union over all types, or over those that are named. */
export type VersoEvent<T extends EventType = EventType> = {
  [K in T]: {
    id: string
    type: K
    subjects: EventSubject[]
    data: z.output<(typeof EVENT_SCHEMAS)[K]>
    recordedAt: Date
  }
}[T]
