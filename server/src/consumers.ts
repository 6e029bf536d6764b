import type { EventConsumer } from './context.ts'

/** Every consumer of events; `bind-consumers.ts` says what each does. */
export const CONSUMERS: readonly EventConsumer[] = []
