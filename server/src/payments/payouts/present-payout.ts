import type { PayoutRow } from '../earnings/move-payout.ts'
import type { Payout } from '@verso/protocol/money/accounts'
import type { AdminPayout } from '@verso/protocol/money/admin-money'
import { centsToUsd } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import { decryptDetails } from '../bank-accounts/fiat-crypto.ts'
import type { AdminPayoutRow, PayoutWithAccount } from './queries.ts'

const BANK_DETAILS_NEEDED = 'bank details needed'

/** A request without bank details says what is missing; else the reason is the admin's. */
const reasonOf = (row: PayoutRow): string | null =>
  row.reason ?? (row.status === 'REQUESTED' && !row.fiat_account_id ? BANK_DETAILS_NEEDED : null)

export const presentPayout = (ctx: Context, row: PayoutWithAccount): Payout => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  amount: centsToUsd(row.amount_cents),
  status: row.status,
  reason: reasonOf(row),
  account: presentAccount(ctx, row),
})

export const presentAdminPayout = (ctx: Context, row: AdminPayoutRow): AdminPayout => ({
  ...presentPayout(ctx, row),
  updated_at: row.updated_at.toISOString(),
  reference: row.reference,
  user: { id: row.user_id, email: row.email, display_name: row.display_name ?? row.first_name ?? 'Member' },
})

function presentAccount(ctx: Context, row: PayoutWithAccount): Payout['account'] {
  const { fiat_account_id: id, account_country, account_currency, account_last4, account_details } = row
  if (!id || !account_country || !account_currency || !account_last4 || !account_details) return null
  return {
    country: account_country,
    currency: account_currency,
    account_number: `•••• ${account_last4}`,
    bank_name: decryptDetails(account_details, { id, walletKek: ctx.config.walletKek }).bank_name,
  }
}
