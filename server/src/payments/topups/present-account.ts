import type { Credit, EarnedTotals, Earnings, StatementEntry } from '@verso/protocol/money/accounts'
import { centsToUsd } from '@verso/protocol/money'
import type { Balances, Earned, StatementRow } from '../../ledger/queries.ts'
import { CHARGED_FEE_LABEL, labelOf } from '../../ledger/transfer-kinds.ts'

export const presentCredit = (balances: Balances): Credit => ({
  credit: centsToUsd(balances.creditCents),
  held: centsToUsd(balances.creditHeldCents),
})

export const presentEarnings = (balances: Balances): Earnings => ({
  balance: centsToUsd(balances.earningsCents),
  held: centsToUsd(balances.earningsHeldCents),
})

export const presentEarned = (earned: Earned): EarnedTotals => ({
  count: earned.count,
  total: centsToUsd(earned.totalCents),
})

export const presentEntry = (row: StatementRow): StatementEntry => ({
  id: String(row.id),
  kind: row.kind === 'CREDIT_HELD' && row.holdStatus === 'CHARGED' ? CHARGED_FEE_LABEL : labelOf(row.kind),
  amount: centsToUsd(row.amountCents),
  balance: centsToUsd(row.balanceCents),
  created_at: row.createdAt.toISOString(),
  subject: row.nftId && row.nftName ? { nft_id: row.nftId, name: row.nftName } : null,
})

/** A statement as CSV; amounts with two decimals. */
export async function* renderStatementCsv(pieces: AsyncIterable<StatementRow[]>): AsyncGenerator<string> {
  yield 'date,kind,amount_usd,balance_usd,subject\r\n'
  for await (const rows of pieces) yield rows.map((row) => csvLine(presentEntry(row))).join('')
}

const csvLine = ({ created_at, kind, amount, balance, subject }: StatementEntry): string =>
  `${[created_at, textCell(kind), amount.toFixed(2), balance.toFixed(2), textCell(subject?.name ?? '')].join(',')}\r\n`

/** A text that a spreadsheet would take for a formula gets a quote before it. */
const textCell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
