import type { EventData, EventSubject, EventType } from '@verso/protocol/events'
import { type RawBuilder, sql } from 'kysely'

/** PostgreSQL's channel that rings when frames are committed. */
export const LIVE_CHANNEL = 'verso_live'

/** The open pages that are told: one member's, those of all who may see the NFT, or the operators'. */
type Audience = { userId: string } | 'public' | 'operators'
/** The id of the thing that changed, never its new state. */
type LiveFrame = { audience: Audience; kind: EventType; subject: EventSubject }

/** Seen on an NFT's page by all who have it open. */
const PUBLIC: ReadonlySet<EventType> = new Set([
  'nft.listed',
  'nft.price_changed',
  'nft.unlisted',
  'nft.sold',
  'nft.sale_failed',
  'nft.withdrawn',
  'nft.approved',
  'nft.restored',
  'order.reserved',
  'order.ended',
])
/** Adds to the operators' queues, or takes from them. */
const OPERATORS: ReadonlySet<EventType> = new Set([
  'nft.minted',
  'nft.approved',
  'nft.refused',
  'nft.taken_down',
  'nft.restored',
  'nft.reports_dismissed',
  'nft.reported',
  'order.needs_review',
  'order.refund_failed',
  'order.decided',
  'payout.requested',
  'payout.approved',
  'payout.paid',
  'payout.rejected',
  'payout.cancelled',
])

type Recorded = {
  type: EventType
  subjects: readonly [EventSubject, ...EventSubject[]]
  data: EventData<EventType>
  at: Date
}

/** The rows by which the open pages of the members whom an event concerns are told; their writer rings `LIVE_CHANNEL`. */
export function liveFramesOf({ at, ...event }: Recorded): RawBuilder<unknown>[] {
  return framesOf(event).map(({ audience, kind, subject }) => {
    const userId = typeof audience === 'string' ? null : audience.userId
    return sql`(${userId === null ? audience : 'member'}, ${userId}::uuid, ${kind}, ${subject.type}, ${subject.id}::uuid, ${at}::timestamptz)`
  })
}

function framesOf({ type, subjects, data }: Omit<Recorded, 'at'>): LiveFrame[] {
  const [changed] = subjects
  const nft = subjects.find((subject) => subject.type === 'nft')
  const members = subjects
    .filter((subject) => subject.type === 'user')
    .flatMap(({ id }) => subjectsFor(id).map((subject) => ({ audience: { userId: id }, kind: type, subject })))
  return [
    ...members,
    ...(PUBLIC.has(type) && nft ? [{ audience: 'public' as const, kind: type, subject: nft }] : []),
    ...(OPERATORS.has(type) ? [{ audience: 'operators' as const, kind: type, subject: changed }] : []),
  ]

  /** A purchase is its buyer's: the seller is told of the NFT alone. */
  function subjectsFor(userId: string): EventSubject[] {
    const isOthers = 'buyer_id' in data && changed.type === 'payment' && data.buyer_id !== userId
    return [...new Set([isOthers ? undefined : changed, nft])].filter((subject) => subject !== undefined)
  }
}
