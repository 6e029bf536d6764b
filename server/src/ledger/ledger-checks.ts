import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'

/** An invariant that does not hold (docs/invariants.md), with the rows that show it. */
export type LedgerProblem = { check: string; ids: string[] }

export const CHECKED = ['transfers', 'entries', 'accounts', 'payments', 'listings'] as const
export type Checked = (typeof CHECKED)[number]
/** The rows of each kind that are looked at: a `select id …`. */
export type Part = Record<Checked, RawBuilder<unknown>>

/** How many rows a problem names. */
export const SHOWN = 20

type Check = { of: Checked; query: (ids: RawBuilder<unknown>) => RawBuilder<{ id: string }> }

/** The rows of a member whose amounts add up to each account of held money. */
const OPEN = {
  CREDIT_HELD: sql`credit_holds where status = 'HELD'`,
  EARNINGS_HELD: sql`earnings_holds where status in ('HELD', 'FROZEN')`,
  PAYOUT_HELD: sql`payouts where status in ('REQUESTED', 'APPROVED')`,
}

const heldDiffers = (kind: keyof typeof OPEN): Check => ({
  of: 'accounts',
  query: (ids) => sql`
    select a.user_id as id from ledger_accounts a
    where a.id in (${ids}) and a.kind = ${sql.lit(kind)} and a.balance_cents <> (
      select coalesce(sum(amount_cents), 0) from ${OPEN[kind]} and user_id = a.user_id)`,
})

/**
 * Every check reads ids that should not exist, and asks nothing but indexes about one row: it costs the same in a book of
 * thousands and of millions. A chain of balances that begins at zero, is never broken and ends at the account's balance
 * says that the balance is the sum of the entries.
 */
const CHECKS: Record<string, Check> = {
  'a transfer does not sum to zero': {
    of: 'transfers',
    query: (ids) => sql`
      select transfer_id as id from ledger_entries where transfer_id in (${ids})
      group by transfer_id having sum(amount_cents) <> 0`,
  },
  'a transfer has no entries': {
    of: 'transfers',
    query: (ids) => sql`
      select t.id from ledger_transfers t
      where t.id in (${ids}) and not exists (select from ledger_entries e where e.transfer_id = t.id)`,
  },
  'the chain of balances is broken': {
    of: 'entries',
    query: (ids) => sql`
      select e.id::text from ledger_entries e left join lateral (
        select b.balance_after_cents from ledger_entries b
        where b.account_id = e.account_id and b.id < e.id order by b.id desc limit 1) before on true
      where e.id in (${ids}) and e.balance_after_cents <> coalesce(before.balance_after_cents, 0) + e.amount_cents`,
  },
  'a balance differs from the sum of its entries': {
    of: 'accounts',
    query: (ids) => sql`
      select a.id from ledger_accounts a left join lateral (
        select e.balance_after_cents from ledger_entries e
        where e.account_id = a.id order by e.id desc limit 1) last on true
      where a.id in (${ids}) and a.balance_cents <> coalesce(last.balance_after_cents, 0)`,
  },
  'held credit differs from the open holds': heldDiffers('CREDIT_HELD'),
  'held earnings differ from the open holds': heldDiffers('EARNINGS_HELD'),
  'held payouts differ from the open requests': heldDiffers('PAYOUT_HELD'),
  // docs/invariants.md I6: delivered or pending, refunded or being refunded, or an open review case.
  'a captured payment is unaccounted for': {
    of: 'payments',
    query: (ids) => sql`
      select p.id from payments p left join listings l on l.id = p.listing_id
      where p.id in (${ids}) and p.captured_at is not null and not (
        (p.kind = 'TOPUP' and p.status = 'SUCCESS')
        or (p.kind = 'PURCHASE' and p.status = 'SUCCESS' and l.status in ('PAID', 'SOLD') and l.buyer_id = p.user_id)
        or (p.status = 'REFUND_DUE' and exists (select from refunds r where r.payment_id = p.id and r.status <> 'DONE'))
        or p.status = 'REFUNDED'
        -- Undelivered, it would have to leave SALES_CLEARING: then it is refunded.
        or (p.status = 'DISPUTED' and (p.kind = 'TOPUP' or (l.status in ('PAID', 'SOLD') and l.buyer_id = p.user_id)))
        or (p.status = 'NEEDS_REVIEW' and p.review_reason is not null))`,
  },
  'a sold listing has not exactly one captured payment': {
    of: 'listings',
    query: (ids) => sql`
      select l.id from listings l
      where l.id in (${ids}) and l.status = 'SOLD' and (
        select count(*) from payments p
        where p.listing_id = l.id and p.captured_at is not null and p.status in ('SUCCESS', 'DISPUTED')) <> 1`,
  },
}

/** Open holds without an account; there are never many open at once. */
const HELD_WITHOUT_ACCOUNT = sql<{ id: string }>`
  select h.user_id as id from (
    select user_id, 'CREDIT_HELD' as kind from ${OPEN.CREDIT_HELD}
    union select user_id, 'EARNINGS_HELD' from ${OPEN.EARNINGS_HELD}
    union select user_id, 'PAYOUT_HELD' from ${OPEN.PAYOUT_HELD}) h
  where not exists (select from ledger_accounts a where a.kind = h.kind and a.user_id = h.user_id)
  limit ${SHOWN}`

/** Runs every check over a part of the books; `tx` is one snapshot, so that work going on cannot look like a fault. */
export async function findProblems(tx: Tx, part: Part): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = []
  const add = (check: string, rows: { id: string }[]) => {
    if (rows.length > 0) problems.push({ check, ids: rows.map((row) => row.id) })
  }
  for (const [check, { of, query }] of Object.entries(CHECKS)) {
    const { rows } = await sql<{ id: string }>`${query(part[of])} limit ${SHOWN}`.execute(tx)
    add(check, rows)
  }
  add('something is held without an account', (await HELD_WITHOUT_ACCOUNT.execute(tx)).rows)
  return problems
}
