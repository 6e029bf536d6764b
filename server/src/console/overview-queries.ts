import { centsToUsd } from '@verso/protocol/money'
import type { Overview } from '@verso/protocol/operations/overview'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { countWaiting } from '../catalogue/moderation/queries.ts'
import { countReviewPayments } from '../payments/records/queries.ts'
import { countFailed } from './job-queries.ts'

const DAY_MS = 24 * 3_600_000

/** How much waits for a person; each count reads a partial index. */
export async function countAttention(db: Db): Promise<Overview['attention']> {
  const { rows } = await sql<{ reports: number; payouts: number }>`
    select
      -- What is taken down is in no queue, also when a chargeback did it.
      (select count(*) from reports join nfts on nfts.id = reports.nft_id
        where reports.status = 'OPEN' and nfts.taken_down_at is null) as reports,
      (select count(*) from payouts where status in ('REQUESTED', 'APPROVED')) as payouts`.execute(db)
  const counts = rows[0] ?? { reports: 0, payouts: 0 }
  const payments = await countReviewPayments(db)
  return { works: await countWaiting(db), ...counts, payments, failed_jobs: await countFailed(db) }
}

type Day = { day: string; sales: number; turnover_cents: number; fees_cents: number; members: number; mints: number }

/** Figures of each of the last days, by UTC, also of those on which nothing happened; today is the last. */
export async function listDays(db: Db, { now, days }: { now: Date; days: number }): Promise<Overview['days']> {
  const today = new Date(now.toISOString().slice(0, 10))
  const since = new Date(today.getTime() - (days - 1) * DAY_MS)
  // A sale counts on the day of its listing, as in the price history: one that the network undid is none (any more).
  const { rows } = await sql<Day>`
    with sales as (
      select (updated_at at time zone 'UTC')::date as day, count(*) as sales,
        sum(price_cents)::bigint as turnover_cents, sum(fee_cents)::bigint as fees_cents
      from listings where status = 'SOLD' and updated_at >= ${since} group by 1
    ), members as (
      select (created_at at time zone 'UTC')::date as day, count(*) as members from users where created_at >= ${since} group by 1
    ), mints as (
      select (created_at at time zone 'UTC')::date as day, count(*) as mints from nfts
      where created_at >= ${since} and mint_status = 'SUCCESSED' and taken_down_at is null group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(sales, 0) as sales, coalesce(turnover_cents, 0) as turnover_cents,
      coalesce(fees_cents, 0) as fees_cents, coalesce(members, 0) as members, coalesce(mints, 0) as mints
    from generate_series(${since.toISOString().slice(0, 10)}::date, ${today.toISOString().slice(0, 10)}::date, interval '1 day') as all_days(day)
    left join sales using (day) left join members using (day) left join mints using (day)
    order by day`.execute(db)
  return rows.map((row) => ({
    date: row.day,
    sales: row.sales,
    turnover: centsToUsd(row.turnover_cents),
    fees: centsToUsd(row.fees_cents),
    members: row.members,
    mints: row.mints,
  }))
}
