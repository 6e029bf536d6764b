import type { CustodyContext } from './custody/outcomes.ts'
import type { BoundConsumer } from './events/consumer.ts'

/** What each consumer of `consumers.ts` does with its events. */
export const bindConsumers = (_ctx: CustodyContext): BoundConsumer[] => []
