import type { EventType, VersoEvent } from '@verso/protocol/events'
import type { EventConsumer } from '../context.ts'
import type { Tx } from '../db/client.ts'

/** Handles one event in `tx`, in which it is also marked as handled; what leaves the process is enqueued in `tx`. */
export type BoundConsumer = { name: string; handle(tx: Tx, event: VersoEvent): Promise<void> }

/** One handler for each type of a declaration. */
export type EventHandlers<T extends EventType> = { [K in T]: (tx: Tx, event: VersoEvent<K>) => Promise<void> }

/** The event is of a newer version, which runs beside this one, or of an older one. */
export class NoHandler extends Error {
  override readonly name = 'NoHandler'
}

export function bindConsumer<T extends EventType>(
  { name }: EventConsumer<T>,
  handlers: EventHandlers<T>,
): BoundConsumer {
  const byType: Partial<Record<EventType, (tx: Tx, event: never) => Promise<void>>> = handlers
  return {
    name,
    handle: async (tx, event) => {
      const handle = byType[event.type]
      if (!handle) throw new NoHandler(`this version of ${name} has no handler of ${event.type}`)
      await handle(tx, event as never)
    },
  }
}
