import type { StatementEntry } from '@verso/protocol/accounts'
import type { ChartPoint } from '../../../ui/chart-geometry.ts'

/** Lines of the earnings statement that are no earnings: payouts asked for, paid or returned. */
const isPayout = (entry: StatementEntry) => /^payout/i.test(entry.kind)

/** A sale or a royalty that came in. */
export const isEarning = (entry: StatementEntry): boolean => !isPayout(entry) && entry.amount > 0

/** All that was earned up to each line of the statement. */
export function earningsOverTime(entries: readonly StatementEntry[]): ChartPoint[] {
  let totalCents = 0
  return entries
    .filter((entry) => !isPayout(entry))
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map((entry) => {
      totalCents += Math.round(entry.amount * 100)
      return { at: entry.created_at, value: totalCents / 100 }
    })
}
