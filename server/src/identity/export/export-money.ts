import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'

/** A member's payments, payouts and bank details (masked), and every line of the books on them. */
export async function exportMoney({ db }: Context, userId: string) {
  return {
    payments: await db
      .selectFrom('payments')
      .select([
        'id',
        'kind',
        'status',
        'amount_cents',
        'network_fee_cents',
        'currency',
        'nft_id',
        'provider',
        'provider_ref',
      ])
      .select(['captured_at', 'refunded_at', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    payouts: await db
      .selectFrom('payouts')
      .select(['id', 'amount_cents', 'status', 'fiat_account_id', 'reason', 'reference', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    bank_details: await db
      .selectFrom('fiat_accounts')
      .select(['id', 'last4', 'holder_initials', 'country', 'currency', 'created_at', 'deleted_at'])
      .where('user_id', '=', userId)
      .execute(),
    ...(await exportBooks(db, userId)),
  }
}

async function exportBooks(db: Db, userId: string) {
  return {
    balances: await db
      .selectFrom('ledger_accounts')
      .select(['kind', 'currency', 'balance_cents', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    ledger_entries: await db
      .selectFrom('ledger_entries')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
      .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
      .select([
        'ledger_accounts.kind as account',
        'ledger_transfers.kind as cause',
        'ledger_entries.amount_cents',
        'ledger_entries.balance_after_cents',
        'ledger_entries.created_at',
      ])
      .where('ledger_accounts.user_id', '=', userId)
      .orderBy('ledger_entries.id')
      .execute(),
    credit_holds: await db
      .selectFrom('credit_holds')
      .select(['id', 'amount_cents', 'purpose', 'cause_id', 'status', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    earnings_holds: await db
      .selectFrom('earnings_holds')
      .select(['id', 'listing_id', 'reason', 'amount_cents', 'status', 'release_at', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
  }
}
