import type { Cost } from './costs.ts'

/** Of the prototype (docs/decisions/0280). */
const PROTOTYPE: Record<string, Cost> = {
  mint: { units: 41_404, bytes: 1_112, lamports: 7_095_280 },
  sale: { units: 22_712, bytes: 635, lamports: 10_000 },
  withdrawal: { units: 22_712, bytes: 635, lamports: 10_000 },
}
/** Ours may cost so much more and no more. */
const ALLOWANCE = 1.05

export type Limit = { operation: string; what: keyof Cost; atMost: number }

export const LIMITS: Limit[] = Object.entries(PROTOTYPE).flatMap(([operation, cost]) =>
  (['units', 'bytes', 'lamports'] as const).map((what) => ({
    operation,
    what,
    atMost: Math.floor(cost[what] * ALLOWANCE),
  })),
)
