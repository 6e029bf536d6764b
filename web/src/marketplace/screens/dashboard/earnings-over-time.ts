import type { StatementEntry } from '@verso/protocol/accounts'
import type { ChartPoint } from '../../../ui/chart-geometry.ts'

/** A line of the earnings statement that is a sale or a royalty coming in. */
export const isSale = (entry: StatementEntry): boolean => /^(sale|sale_completed)$/i.test(entry.kind) && entry.amount > 0

/** All that was earned up to each day of a sale. */
export function earningsOverTime(entries: readonly StatementEntry[]): ChartPoint[] {
  let totalCents = 0
  return entries
    .filter((entry) => /^sale/i.test(entry.kind))
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map((entry) => {
      totalCents += Math.round(entry.amount * 100)
      return { at: entry.created_at, value: totalCents / 100 }
    })
}
