import type { Context } from '../../context.ts'
import { getUser } from './queries.ts'

/** Everything we hold on a member, table by table, but for secrets (hashes, encrypted details, keys). */
export async function exportMe(ctx: Context, userId: string): Promise<Record<string, unknown>> {
  const { db } = ctx
  const { password_hash: _hash, avatar: _avatar, headerImage: _headerImage, ...profile } = await getUser(db, userId)
  return {
    exported_at: ctx.clock.now().toISOString(),
    profile,
    ...(await exportAccount(ctx, { userId, recipients: [profile.email, profile.phone ?? profile.email] })),
    ...(await exportWorks(ctx, userId)),
    ...(await exportMoney(ctx, userId)),
  }
}

async function exportAccount({ db }: Context, { userId, recipients }: { userId: string; recipients: string[] }) {
  return {
    sessions: await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute(),
    factors: await db
      .selectFrom('factors')
      .select(['id', 'kind', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    messages: await db
      .selectFrom('messages')
      .select(['channel', 'recipient', 'subject', 'status', 'created_at', 'sent_at'])
      .where('recipient', 'in', recipients)
      .execute(),
    follows: await db.selectFrom('follows').selectAll().where('user_id', '=', userId).execute(),
    favourites: await db.selectFrom('favourites').selectAll().where('user_id', '=', userId).execute(),
    wishlist: await db.selectFrom('wishlist').selectAll().where('user_id', '=', userId).execute(),
    reports: await db.selectFrom('reports').selectAll().where('reporter_id', '=', userId).execute(),
  }
}

async function exportWorks({ db }: Context, userId: string) {
  return {
    files: await db
      .selectFrom('files')
      .select(['id', 'original_name', 'mime', 'size_bytes', 'name', 'description', 'sha256', 'created_at'])
      .where('owner_id', '=', userId)
      .execute(),
    nfts: await db
      .selectFrom('nfts')
      .select([
        'id',
        'chain',
        'name',
        'description',
        'bio',
        'token_id',
        'metadata_cid',
        'created_by',
        'owned_by',
        'created_at',
      ])
      .where((eb) => eb.or([eb('created_by', '=', userId), eb('owned_by', '=', userId)]))
      .execute(),
    listings: await db
      .selectFrom('listings')
      .selectAll()
      .where((eb) => eb.or([eb('seller_id', '=', userId), eb('buyer_id', '=', userId)]))
      .execute(),
    wallets: await db
      .selectFrom('wallets')
      .select(['id', 'chain', 'public_address', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
  }
}

async function exportMoney({ db }: Context, userId: string) {
  return {
    payments: await db
      .selectFrom('payments')
      .select(['id', 'kind', 'status', 'amount_cents', 'currency', 'nft_id', 'provider', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    payouts: await db.selectFrom('payouts').selectAll().where('user_id', '=', userId).execute(),
    bank_details: await db
      .selectFrom('fiat_accounts')
      .select(['id', 'last4', 'country', 'currency', 'created_at', 'deleted_at'])
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
  }
}
