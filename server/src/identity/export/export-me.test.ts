import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Belongings, buildBelongings } from '../../../test/build-belongings.ts'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildListedNft } from '../../../test/build-listed-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { enqueueIntent } from '../../custody/intents/enqueue-intent.ts'
import { enqueueSms } from '../../messages/enqueue-message.ts'

const t = useTestApp()
const exportOf = (member: Member) => t.call('GET', '/api/users/me/export/', { token: member.tokens.access })

/** Every column that names a member, and the list of the export that holds its rows. */
const DECIDED: Record<string, string> = {
  'audit_log.actor_id': 'own_acts',
  'audit_origins.user_id': 'security_events',
  'blocked_bytes.blocked_by': 'bytes_blocked',
  'chain_intents.user_id': 'chain_work',
  'credit_holds.user_id': 'credit_holds',
  'earnings_holds.user_id': 'earnings_holds',
  'factors.user_id': 'factors',
  'failure_counts.user_id': 'counted_failures',
  'favourites.user_id': 'favourites',
  'fiat_accounts.user_id': 'bank_details',
  'files.owner_id': 'files',
  'follows.followed_id': 'followers',
  'follows.user_id': 'follows',
  'idempotency_keys.user_id': 'repeatable_calls',
  'known_networks.user_id': 'known_networks',
  'live_frames.user_id': 'live_frames',
  'ledger_accounts.user_id': 'balances',
  'listings.buyer_id': 'listings',
  'listings.seller_id': 'listings',
  'messages.user_id': 'messages',
  'moderation_decisions.admin_id': 'moderation_decisions_made',
  'nfts.created_by': 'nfts',
  'nfts.owned_by': 'nfts',
  'page_versions.saved_by': 'saved_pages',
  'payments.user_id': 'payments',
  'payouts.user_id': 'payouts',
  'reports.reporter_id': 'reports',
  'second_factor_failures.user_id': 'wrong_codes',
  'sessions.user_id': 'sessions',
  'used_links.user_id': 'used_codes_and_links',
  'verification_codes.user_id': 'codes_and_links',
  'wallets.user_id': 'wallets',
  'wishlist.user_id': 'wishlist',
  'notifications.user_id': 'notifications',
  'notification_choices.user_id': 'notification_choices',
}
/** Lists of what is on a member in another way than by a column. */
const ALSO = ['acts_on_the_account', 'ledger_entries', 'moderation_decisions']

test('every column of the database that names a member is decided on', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'users'::regclass
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid'
      and column_name ~ '^(user|actor|owner|admin|member|seller|buyer|reporter)_id$|_by$'
    order by 1`.execute(t.ctx.db)
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(DECIDED).sort())
})

describe('the export', () => {
  let member: Member
  let has: Belongings
  let data: Record<string, Record<string, unknown>[]> & { profile: Record<string, unknown> }
  beforeAll(async () => {
    // An admin, since some rows are only theirs.
    member = await buildAdmin(t)
    has = await buildBelongings(t, member)
    await buildTheRest(member, has)
    data = (await exportOf(member)).body.data
  })

  test('is a file with the profile, and without secrets', async () => {
    const { headers, body } = await exportOf(member)
    expect(headers['content-disposition']).toContain('attachment')
    expect(body.data.profile).toMatchObject({ id: member.id, email: member.email, phone: member.phone })
    expect(JSON.stringify(body)).not.toMatch(/argon2id|encrypted|code_hash|password_hash|"secret"|tell-nobody/)
  })

  test('holds something of every list', () => {
    const lists = [...new Set([...Object.values(DECIDED), ...ALSO])].sort()
    const { exported_at: _at, profile: _profile, ...rest } = data
    expect(Object.keys(rest).sort()).toEqual(lists)
    for (const list of lists) expect(data[list]?.length, list).toBeGreaterThan(0)
  })

  test('holds withdrawals with their address, holds, decisions and messages to a phone that was changed', () => {
    const { chain_work, credit_holds, moderation_decisions, messages, acts_on_the_account } = data
    expect(chain_work).toMatchObject([{ kind: 'WITHDRAW', nft_id: has.nft, to_address: `0x${'a'.repeat(40)}` }])
    expect(credit_holds).toMatchObject([{ status: 'HELD', amount_cents: 20 }])
    expect(moderation_decisions).toMatchObject([{ nft_id: has.nft, decision: 'REFUSED', reason: 'Not yours' }])
    expect(messages?.map(({ recipient, text }) => ({ recipient, text }))).toContainEqual({
      recipient: '+94770000000',
      text: null,
    })
    expect(acts_on_the_account).toMatchObject([{ action: 'user.update', was_own: false }])
  })

  test('names neither who follows nor who decided', () => {
    expect(data.followers).toEqual([{ created_at: expect.any(String) }])
    expect(data.moderation_decisions?.[0]).not.toHaveProperty('admin_id')
  })

  test('names a buyer only once the sale is paid, and one’s own purchases', async () => {
    const [seller, buyer] = [await buildMember(t), await buildMember(t)]
    const statuses = ['PAYMENT_PROCESSING', 'PAID', 'SOLD'] as const
    for (const status of statuses) {
      const nft = await buildNft(t, { creator: seller })
      await buildListing(t, { nft, status, buyer })
    }
    const buyersOf = async (one: Member) => {
      const { listings } = (await exportOf(one)).body.data
      return Object.fromEntries(listings.map((row: Record<string, unknown>) => [row.status, row.buyer_id]))
    }
    expect(await buyersOf(seller)).toEqual({ PAYMENT_PROCESSING: null, PAID: buyer.id, SOLD: buyer.id })
    expect(await buyersOf(buyer)).toEqual({ PAYMENT_PROCESSING: buyer.id, PAID: buyer.id, SOLD: buyer.id })
  })
})

/** One row of everything that `buildBelongings` does not make. */
async function buildTheRest({ id: user_id }: Member, { nft, stranger }: Belongings): Promise<void> {
  const { db, random } = t.ctx
  const now = t.clock.now()
  const listed = await buildListedNft(t)
  const id = () => random.id()
  await db.insertInto('notifications').values({ id: id(), user_id, kind: 'security.locked', created_at: now }).execute()
  const choice = { kind: 'follow.created', in_app: false, email: 'off' as const, updated_at: now }
  await db
    .insertInto('notification_choices')
    .values({ user_id, ...choice })
    .execute()
  await db.insertInto('wishlist').values({ user_id, nft_id: listed.nft.id, created_at: now }).execute()
  for (const [follower, followed] of [
    [user_id, stranger],
    [stranger, user_id],
  ] as const)
    await db.insertInto('follows').values({ user_id: follower, followed_id: followed, created_at: now }).execute()
  await db
    .insertInto('reports')
    .values({ id: id(), nft_id: listed.nft.id, reporter_id: user_id, reason: 'SPAM', created_at: now })
    .execute()
  await db
    .insertInto('moderation_decisions')
    .values([
      { id: id(), nft_id: listed.nft.id, admin_id: user_id, decision: 'APPROVED', created_at: now },
      { id: id(), nft_id: nft, admin_id: stranger, decision: 'REFUSED', reason: 'Not yours', created_at: now },
      { id: id(), nft_id: nft, admin_id: stranger, decision: 'REPORT_DISMISSED', created_at: now },
    ])
    .execute()
  const common = { action: 'user.update', subject_type: 'user', created_at: now }
  await db
    .insertInto('audit_log')
    .values([
      { ...common, actor_id: stranger, subject_id: user_id },
      { ...common, actor_id: user_id, subject_id: stranger },
    ])
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({ user_id, key: 'k', request_hash: 'h', status_code: 200, body: '{}', created_at: now })
    .execute()
  await db
    .insertInto('blocked_bytes')
    .values({ sha256: 'hash', nft_id: nft, blocked_by: user_id, reason: 'Copied', blocked_at: now })
    .execute()
  await db
    .insertInto('page_versions')
    .values({ page: 'faq', version: 1, text: 'x', saved_by: user_id, created_at: now })
    .execute()
  await buildCodes(user_id)
  await buildHolds(user_id, listed.listing.id)
  await inTransaction(db, async (tx) => {
    const sms = { to: '+94770000000', text: 'tell-nobody is your code', code: 'tell-nobody', userId: user_id }
    await enqueueSms(t.ctx, tx, sms)
    const withdrawal = { kind: 'WITHDRAW' as const, businessKey: id(), payload: { to: `0x${'a'.repeat(40)}` } }
    await enqueueIntent(t.ctx, tx, { chain: 'POLYGON', ...withdrawal, nftId: nft, userId: user_id })
  })
}

async function buildCodes(user_id: string): Promise<void> {
  const now = t.clock.now()
  const code = { id: t.ctx.random.id(), user_id, purpose: 'STEP_UP' as const, target: '+94770000000', code_hash: 'a' }
  await t.ctx.db
    .insertInto('verification_codes')
    .values({ ...code, created_at: now, sent_at: now, expires_at: now })
    .execute()
  await t.ctx.db
    .insertInto('used_links')
    .values({ code_hash: 'b', user_id, purpose: 'SIGN_IN', used_at: now })
    .execute()
  await t.ctx.db
    .insertInto('failure_counts')
    .values({
      subject: user_id,
      user_id,
      action: 'sign-in.failed',
      minute: t.clock.now(),
      count: 1,
      address: '',
      user_agent: '',
    })
    .execute()
  await t.ctx.db
    .insertInto('known_networks')
    .values({ user_id, network: '127.0.0.1', has_signed_in: true, last_seen_at: t.clock.now() })
    .execute()
  await t.ctx.db.insertInto('second_factor_failures').values({ user_id, failures: 1 }).execute()
}

async function buildHolds(user_id: string, listing_id: string): Promise<void> {
  const now = t.clock.now()
  const hold = { user_id, created_at: now, updated_at: now }
  const id = () => t.ctx.random.id()
  await t.ctx.db
    .insertInto('credit_holds')
    .values({ ...hold, id: id(), amount_cents: 20, purpose: 'MINT', cause_id: id() })
    .execute()
  await t.ctx.db
    .insertInto('earnings_holds')
    .values({ ...hold, id: id(), listing_id, reason: 'SALE', amount_cents: 100, release_at: now, block_number: 1 })
    .execute()
}
