import type { Payout } from '@verso/protocol/accounts'
import type { AdminPayout } from '@verso/protocol/admin-money'
import { centsToUsd } from '@verso/protocol/money'
import type { AdminPayoutRow, PayoutRow } from './queries.ts'

const BANK_DETAILS_NEEDED = 'Bank details needed'

/** A request without bank details says what is missing; else the reason is the admin's. */
const reasonOf = (row: PayoutRow): string | null =>
  row.reason ?? (row.status === 'REQUESTED' && !row.fiat_account_id ? BANK_DETAILS_NEEDED : null)

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  amount: centsToUsd(row.amount_cents),
  status: row.status,
  reason: reasonOf(row),
})

export const presentAdminPayout = (row: AdminPayoutRow): AdminPayout => ({
  ...presentPayout(row),
  updated_at: row.updated_at.toISOString(),
  reference: row.reference,
  user: { id: row.user_id, email: row.email, display_name: row.display_name ?? row.first_name ?? 'Member' },
  account: presentAccount(row),
})

const presentAccount = (row: AdminPayoutRow): AdminPayout['account'] =>
  row.account_last4
    ? {
        country: row.account_country ?? '',
        currency: row.account_currency ?? '',
        account_number: `•••• ${row.account_last4}`,
      }
    : null
