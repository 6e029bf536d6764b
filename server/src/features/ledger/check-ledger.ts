import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import type { Sweep } from '../../jobs/task.ts'

/** A promise of safety.md that does not hold, with the rows that show it. */
export type LedgerProblem = { check: string; ids: string[] }

const SHOWN = 20

/** Every check reads ids that should not exist; an empty ledger and a right one give none. */
const CHECKS: Record<string, ReturnType<typeof sql<{ id: string }>>> = {
  'a transfer does not sum to zero': sql`
    select transfer_id as id from ledger_entries group by transfer_id having sum(amount_cents) <> 0 limit ${SHOWN}`,
  'a transfer has no entries': sql`
    select t.id from ledger_transfers t where not exists (select from ledger_entries e where e.transfer_id = t.id) limit ${SHOWN}`,
  'a balance differs from the sum of its entries': sql`
    select a.id from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    group by a.id having a.balance_cents <> coalesce(sum(e.amount_cents), 0) limit ${SHOWN}`,
  'the chain of balances is broken': sql`
    select id::text from (
      select id, balance_after_cents,
        coalesce(lag(balance_after_cents) over (partition by account_id order by id), 0) + amount_cents as expected_cents
      from ledger_entries) e
    where balance_after_cents <> expected_cents limit ${SHOWN}`,
  'held credit differs from the open holds': sql`
    select coalesce(a.user_id, h.user_id) as id
    from (select user_id, balance_cents from ledger_accounts where kind = 'CREDIT_HELD') a
    full join (select user_id, sum(amount_cents) as held_cents from credit_holds where status = 'HELD' group by user_id) h on h.user_id = a.user_id
    where coalesce(a.balance_cents, 0) <> coalesce(h.held_cents, 0) limit ${SHOWN}`,
  'held earnings differ from the open holds': sql`
    select coalesce(a.user_id, h.user_id) as id
    from (select user_id, balance_cents from ledger_accounts where kind = 'EARNINGS_HELD') a
    full join (select user_id, sum(amount_cents) as held_cents from earnings_holds where status in ('HELD', 'FROZEN') group by user_id) h on h.user_id = a.user_id
    where coalesce(a.balance_cents, 0) <> coalesce(h.held_cents, 0) limit ${SHOWN}`,
  'held payouts differ from the open requests': sql`
    select coalesce(a.user_id, p.user_id) as id
    from (select user_id, balance_cents from ledger_accounts where kind = 'PAYOUT_HELD') a
    full join (select user_id, sum(amount_cents) as held_cents from payouts where status in ('REQUESTED', 'APPROVED') group by user_id) p on p.user_id = a.user_id
    where coalesce(a.balance_cents, 0) <> coalesce(p.held_cents, 0) limit ${SHOWN}`,
  // I6: delivered or on its way, refunded or being refunded, or an open case.
  'a captured payment is unaccounted for': sql`
    select p.id from payments p left join listings l on l.id = p.listing_id
    where p.captured_at is not null and not (
      (p.kind = 'TOPUP' and p.status = 'SUCCESS')
      or (p.kind = 'PURCHASE' and p.status = 'SUCCESS' and l.status in ('PAID', 'SOLD') and l.buyer_id = p.user_id)
      or (p.status = 'REFUND_DUE' and exists (select from refunds r where r.payment_id = p.id and r.status <> 'DONE'))
      or p.status in ('REFUNDED', 'DISPUTED')
      or (p.status = 'NEEDS_REVIEW' and p.review_reason is not null)) limit ${SHOWN}`,
  'a sold listing has not exactly one captured payment': sql`
    select l.id from listings l
    where l.status = 'SOLD' and (
      select count(*) from payments p where p.listing_id = l.id and p.captured_at is not null and p.status in ('SUCCESS', 'DISPUTED')) <> 1
    limit ${SHOWN}`,
}

/** Reads the whole ledger in one snapshot, so that work going on meanwhile cannot look like a fault. */
export async function checkLedger(db: Db): Promise<LedgerProblem[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const problems: LedgerProblem[] = []
      for (const [check, query] of Object.entries(CHECKS)) {
        const { rows } = await query.execute(tx)
        if (rows.length > 0) problems.push({ check, ids: rows.map((row) => row.id) })
      }
      return problems
    })
}

export const checkLedgerSweep: Sweep = {
  name: 'check-ledger',
  everyMs: 10 * 60_000,
  run: async (ctx: Context) => {
    for (const problem of await checkLedger(ctx.db)) ctx.log.error(problem, 'the ledger does not add up')
  },
}
