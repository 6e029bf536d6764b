import type { Db, Tx } from '../../db/client.ts'
import { decodeNumberCursor, pageOf } from '../../http/page.ts'
import type { LedgerAccountKind } from './account-ref.ts'

/** What a member has, in cents. */
export type Balances = {
  creditCents: number
  creditHeldCents: number
  earningsCents: number
  earningsHeldCents: number
  payoutHeldCents: number
}

export async function getBalances(db: Db | Tx, userId: string): Promise<Balances> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_cents'])
    .where('user_id', '=', userId)
    .execute()
  const balances = new Map(rows.map((row) => [row.kind, row.balance_cents]))
  return {
    creditCents: balances.get('CREDIT') ?? 0,
    creditHeldCents: balances.get('CREDIT_HELD') ?? 0,
    earningsCents: balances.get('EARNINGS') ?? 0,
    earningsHeldCents: balances.get('EARNINGS_HELD') ?? 0,
    payoutHeldCents: balances.get('PAYOUT_HELD') ?? 0,
  }
}

export type StatementRow = { id: number; kind: string; amountCents: number; balanceCents: number; createdAt: Date }

/** One account's entries, newest first, a page at a time. */
export async function listStatement(
  db: Db | Tx,
  account: { kind: LedgerAccountKind; userId: string },
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: StatementRow[]; nextCursor: string | null; total: number }> {
  const after = decodeNumberCursor(page.cursor)
  const entries = db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .where('ledger_accounts.kind', '=', account.kind)
    .where('ledger_accounts.user_id', '=', account.userId)
  let query = entries
    .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
    .select([
      'ledger_entries.id',
      'ledger_transfers.kind',
      'ledger_entries.amount_cents as amountCents',
      'ledger_entries.balance_after_cents as balanceCents',
      'ledger_entries.created_at as createdAt',
    ])
    .orderBy('ledger_entries.id', 'desc')
    .limit(page.limit + 1)
  if (after) query = query.where('ledger_entries.id', '<', after)
  const { total } = await entries.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { rows, nextCursor } = pageOf(await query.execute(), page.limit, (row) => ({
    key: String(row.id),
    id: String(row.id),
  }))
  return { rows, nextCursor, total }
}

/** The sum of each kind of account: what the platform holds and owes. */
export async function listAccountTotals(db: Db | Tx): Promise<{ kind: LedgerAccountKind; balanceCents: number }[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['kind', (eb) => eb.fn.sum<string>('balance_cents').as('balance')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map((row) => ({ kind: row.kind, balanceCents: Number(row.balance) }))
}
