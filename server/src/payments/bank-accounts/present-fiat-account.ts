import type { FiatAccount } from '@verso/protocol/money/accounts'
import type { Context } from '../../context.ts'
import type { FiatAccountRow } from './add-fiat-account.ts'
import { decryptDetails } from './fiat-crypto.ts'

/** Bank details are only ever shown masked; the bank's name is no secret. */
export const presentFiatAccount = (ctx: Context, row: FiatAccountRow): FiatAccount => ({
  id: row.id,
  holder: row.holder_initials,
  country: row.country,
  currency: row.currency,
  account_number: `•••• ${row.last4}`,
  bank_name: decryptDetails(row.details_encrypted, { id: row.id, walletKek: ctx.config.walletKek }).bank_name,
})
