import type { StatementEntry } from '@verso/protocol/money/accounts'
import { compareDates } from '@verso/protocol/dates'
import type { ChartPoint } from '../../../ui/charts/chart-geometry.ts'

/** Lines of the earnings statement that are no earnings: payouts asked for, paid or returned. */
const isPayout = (entry: StatementEntry) => /^payout/i.test(entry.kind)

/** A sale or a royalty that came in. */
export const isEarning = (entry: StatementEntry): boolean => !isPayout(entry) && entry.amount > 0

const DAY_MS = 86_400_000
/** Then the date says nothing about a point, and the hour does. */
export const isOfOneDay = (points: readonly ChartPoint[]): boolean =>
  Date.parse(points.at(-1)?.at ?? '') - Date.parse(points[0]?.at ?? '') < DAY_MS

const toCents = (usd: number) => Math.round(usd * 100)

/** All that was earned up to each line, of which only the newest are there: they end with the total. */
export function earningsOverTime(entries: readonly StatementEntry[], totalUsd: number): ChartPoint[] {
  const lines = entries.filter((entry) => !isPayout(entry))
  let totalCents = toCents(totalUsd) - lines.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return lines
    .toSorted((a, b) => compareDates(a.created_at, b.created_at))
    .map((entry) => {
      totalCents += toCents(entry.amount)
      return { at: entry.created_at, value: totalCents / 100 }
    })
}
