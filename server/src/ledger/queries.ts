import type { AliasableExpression } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import { countRows } from '../db/count-rows.ts'
import { decodeNumberCursor, pageOf } from '../http/page.ts'
import type { LedgerAccountKind } from './account-ref.ts'

/** A member's balances, in cents. */
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

export type Earned = { count: number; totalCents: number }

/** All that sales and royalties have brought a member, less what was taken back; payouts are no part of it. */
export async function sumEarned(db: Db | Tx, userId: string): Promise<Earned> {
  const { count, total } = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .innerJoin('ledger_transfers as t', 't.id', 'entry.transfer_id')
    .where('account.kind', '=', 'EARNINGS')
    .where('account.user_id', '=', userId)
    .where('t.kind', 'not in', ['PAYOUT_REQUESTED', 'PAYOUT_RETURNED', 'PAYOUT_PAID'])
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('entry.amount_cents', '>', 0).as('count'),
      eb.fn.sum<string | null>('entry.amount_cents').as('total'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), totalCents: Number(total ?? 0) }
}

export type StatementRow = {
  id: number
  kind: string
  amountCents: number
  balanceCents: number
  createdAt: Date
  /** The state of the network fee that a line set aside. */
  holdStatus: 'HELD' | 'CHARGED' | 'RELEASED' | null
  nftId: string | null
  nftName: string | null
}

/** One account's entries, newest first, a page at a time. */
export async function listStatement(
  db: Db | Tx,
  account: { kind: LedgerAccountKind; userId: string },
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: StatementRow[]; nextCursor: string | null; total: number }> {
  const before = decodeNumberCursor(page.cursor)
  const lines = selectLines(db, account, { before }).limit(page.limit + 1)
  const { rows, nextCursor } = pageOf(await explainLines(db, lines), page.limit, (row) => ({
    key: String(row.id),
    id: String(row.id),
  }))
  return { rows, nextCursor, total: await countRows(db, selectEntries(db, account)) }
}

const STREAM_STEP = 1_000

/** The same from the newest entry to the first, a step at a time, so that no length of it fills the memory. */
export async function* streamStatement(
  db: Db,
  account: { kind: LedgerAccountKind; userId: string },
): AsyncGenerator<StatementRow[]> {
  for (let before: number | undefined, isMore = true; isMore; ) {
    const lines = selectLines(db, account, { before }).limit(STREAM_STEP)
    const rows = await explainLines(db, lines)
    if (rows.length > 0) yield rows
    before = rows.at(-1)?.id
    isMore = rows.length === STREAM_STEP
  }
}

const selectEntries = (db: Db | Tx, account: { kind: LedgerAccountKind; userId: string }) =>
  db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .where('ledger_accounts.kind', '=', account.kind)
    .where('ledger_accounts.user_id', '=', account.userId)

function selectLines(
  db: Db | Tx,
  account: { kind: LedgerAccountKind; userId: string },
  { before }: { before: number | undefined },
) {
  const lines = selectEntries(db, account)
    .select(['ledger_entries.id', 'transfer_id', 'amount_cents', 'balance_after_cents', 'ledger_entries.created_at'])
    .orderBy('ledger_entries.id', 'desc')
  return before === undefined ? lines : lines.where('ledger_entries.id', '<', before)
}

type Lines = AliasableExpression<{
  id: number
  transfer_id: string
  amount_cents: number
  balance_after_cents: number
  created_at: Date
}>

/** The cause of each line, by the row that caused its transfer; in one query, with the lines picked before anything is joined. */
const explainLines = (db: Db | Tx, lines: Lines): Promise<StatementRow[]> =>
  db
    .selectFrom(lines.as('lines'))
    .innerJoin('ledger_transfers as t', 't.id', 'lines.transfer_id')
    .leftJoin('credit_holds as fee', (on) =>
      on.onRef('fee.id', '=', 't.cause_id').on('t.cause_type', '=', 'credit_hold'),
    )
    .leftJoin('earnings_holds as held', (on) =>
      on.onRef('held.id', '=', 't.cause_id').on('t.cause_type', '=', 'earnings_hold'),
    )
    // Ids are unique over all tables: a cause of another kind finds no row.
    .leftJoin('payments', (on) => on.on('payments.id', '=', ({ fn }) => fn.coalesce('fee.cause_id', 't.cause_id')))
    .leftJoin('listings', (on) => on.on('listings.id', '=', ({ fn }) => fn.coalesce('held.listing_id', 't.cause_id')))
    .leftJoin('nfts', (on) =>
      on.on('nfts.id', '=', ({ fn }) => fn.coalesce('payments.nft_id', 'listings.nft_id', 'fee.cause_id')),
    )
    .select([
      'lines.id',
      't.kind',
      'lines.amount_cents as amountCents',
      'lines.balance_after_cents as balanceCents',
      'lines.created_at as createdAt',
      'fee.status as holdStatus',
      'nfts.id as nftId',
      'nfts.name as nftName',
    ])
    .orderBy('lines.id', 'desc')
    .execute()

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
