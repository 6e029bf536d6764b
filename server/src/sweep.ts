import type { Context } from './context.ts'

/** Finds the rows that are due and does, or enqueues, what they wait for. Safe to run in several processes at once. */
export type Sweep<C extends Context = Context> = { name: string; everyMs: number; run(ctx: C): Promise<void> }
