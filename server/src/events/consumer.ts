import type { VersoEvent } from '@verso/protocol/events'
import type { Tx } from '../db/client.ts'

/** Handles one event in `tx`, in which it is also marked as handled; what leaves the process is enqueued in `tx`. */
export type BoundConsumer = { name: string; handle(tx: Tx, event: VersoEvent): Promise<void> }
