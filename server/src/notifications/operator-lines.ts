import type { EventType } from '@verso/protocol/events'
import type { EventConsumer } from '../context.ts'

const TYPES = [
  'nft.minted',
  'nft.reported',
  'payout.requested',
  'order.needs_review',
  'order.refund_failed',
] as const satisfies readonly EventType[]
type ToldType = (typeof TYPES)[number]

/** The lines of what waits for operators, in the admin area. */
export const operatorLines: EventConsumer<ToldType> = { name: 'operator-lines', types: TYPES }
