import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { listPendingMigrations, migrate } from './migrate.ts'
import { readMigration } from './schema-version.ts'

const DATABASE = `verso_migrations_${process.pid}`
const FIRST = '0001_foundation.sql'
let url: string
let client: pg.Client

/** A database as the first migration left it. */
beforeAll(async () => {
  url = await createDatabase(inject('postgresOwnerUrl'), DATABASE)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  await client.query(await readMigration(FIRST))
  await client.query('insert into schema_migrations (name) values ($1)', [FIRST])
  await insertMembers()
  await insertDisputed()
  await insertSent()
})
afterAll(async () => {
  await client.end()
  await dropDatabase(inject('postgresOwnerUrl'), DATABASE)
})

test('a database of the first migration gets the later ones once, and categories that differ in their case stay apart', async () => {
  await client.query(`insert into categories (name, position) values ('Glass', 90), ('GLASS', 91)`)
  const pending = await listPendingMigrations(url)
  const applied = await migrate(url)
  expect(pending).toEqual(applied)
  expect(applied).not.toContain(FIRST)
  expect(applied.length).toBeGreaterThan(0)
  const { rows } = await client.query(`select name from categories where name ilike 'glass%' order by id`)
  expect(rows).toEqual([{ name: 'Glass' }, { name: expect.stringMatching(/^GLASS \d+$/) }])
  expect(await migrate(url)).toEqual([])
  expect(await listPendingMigrations(url)).toEqual([])
})

test('an unverified address that had been registered twice opens by its mailbox only, and counted failures stay', async () => {
  const { rows: members } = await client.query(
    `select email, registered_again_at is not null as again from users order by email`,
  )
  expect(members).toEqual([
    { email: 'forgot@example.test', again: false },
    { email: 'once@example.test', again: false },
    { email: 'twice@example.test', again: true },
  ])
  const { rows: links } = await client.query(
    `select target from verification_codes where purpose = 'VERIFY_EMAIL' and expires_at > '2026-01-01T01:00Z' order by target`,
  )
  expect(links).toEqual([{ target: 'once@example.test' }])
  const { rows: failures } = await client.query('select failures, session_id from second_factor_failures')
  expect(failures).toEqual([{ failures: 3, session_id: null }])
  const { rows: messages } = await client.query('select recipient, user_id is not null as is_known from messages')
  expect(messages).toEqual([{ recipient: '+94770000001', is_known: true }])
})

test('a sale that failed while it was disputed is decided once more, or paid back when it was won; what was settled elsewhere is over', async () => {
  const { rows } = await client.query(
    `select p.provider_ref as name, p.status, left(p.review_reason, 12) as reason, r.status as refund, r.amount_cents::text as cents
    from payments p left join refunds r on r.payment_id = p.id order by p.provider_ref`,
  )
  expect(rows).toEqual([
    { name: 'failed-lost', status: 'DISPUTED', reason: 'The bank has', refund: null, cents: null },
    { name: 'failed-open', status: 'DISPUTED', reason: 'charged back', refund: null, cents: null },
    { name: 'failed-won', status: 'REFUND_DUE', reason: 'The chargeba', refund: 'NEEDS_REVIEW', cents: '2500' },
    { name: 'sold-lost', status: 'DISPUTED', reason: null, refund: null, cents: null },
    { name: 'sold-won', status: 'SUCCESS', reason: null, refund: null, cents: null },
    { name: 'topup-lost', status: 'DISPUTED', reason: null, refund: null, cents: null },
    { name: 'topup-paid-in-euros', status: 'NEEDS_REVIEW', reason: 'another curr', refund: null, cents: null },
    { name: 'topup-settled', status: 'REFUNDED', reason: null, refund: null, cents: null },
  ])
})

test('the chains and their transactions stay, and only Solana has tokens and nonces of its own kind', async () => {
  const { rows } = await client.query('select chain, chain_id::text, authority_address from chains')
  expect(rows).toEqual([{ chain: 'POLYGON', chain_id: '137', authority_address: null }])
  const { rows: sent } = await client.query(
    'select nonce::text, max_fee_per_gas::text, nonce_account from chain_transactions',
  )
  expect(sent).toEqual([{ nonce: '7', max_fee_per_gas: '30', nonce_account: null }])
  const mint = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
  const retoken = (token: string) => client.query('update nfts set token_id = $1', [token])
  await expect(retoken(mint)).rejects.toThrow('nfts_token_id_check')
  await retoken('12')
  await expect(client.query(`update nfts set chain = 'SOL'`)).rejects.toThrow('nfts_token_id_check')
  await expect(client.query('update chain_transactions set nonce = null')).rejects.toThrow(
    'chain_transactions_nonce_check',
  )
})

test('a session that is open ends 180 days after its sign-in, and its network is a known one', async () => {
  const { rows } = await client.query(
    `select address, expires_at from sessions join users on users.id = user_id where email = 'once@example.test' order by address`,
  )
  expect(rows).toEqual([
    { address: '203.0.113.7', expires_at: new Date('2026-06-30T00:00Z') },
    { address: '::ffff:203.0.113.8', expires_at: new Date('2026-01-31T00:00Z') },
  ])
  const { rows: networks } = await client.query('select network, has_signed_in from known_networks order by network')
  expect(networks).toEqual([
    { network: '203.0.113.7', has_signed_in: true },
    { network: '203.0.113.8', has_signed_in: true },
  ])
})

/** Accounts as they were: registered once, registered twice, and verified with a forgotten password. */
async function insertMembers(): Promise<void> {
  const at = '2026-01-01T00:00Z'
  await client.query(
    `insert into users (id, email, email_verified_at, password_hash, phone, created_at, updated_at) values
      (gen_random_uuid(), 'once@example.test', null, 'hash', null, $1, $1),
      (gen_random_uuid(), 'twice@example.test', null, 'hash', null, $1, $1),
      (gen_random_uuid(), 'forgot@example.test', $1, 'hash', '+94770000001', $1, $1)`,
    [at],
  )
  await client.query(
    `insert into verification_codes (id, user_id, purpose, target, code_hash, created_at, sent_at, expires_at)
    select gen_random_uuid(), users.id, purpose, email, email || purpose, $1, $1, $1::timestamptz + interval '1 day'
    from users cross join unnest(array['VERIFY_EMAIL', 'RESET_PASSWORD']) as purpose
    where (email, purpose) in (('once@example.test', 'VERIFY_EMAIL'), ('twice@example.test', 'VERIFY_EMAIL'),
      ('twice@example.test', 'RESET_PASSWORD'), ('forgot@example.test', 'RESET_PASSWORD'))`,
    [at],
  )
  await client.query(
    `insert into sessions (id, user_id, kind, address, created_at, last_used_at, expires_at)
    select gen_random_uuid(), users.id, 'FULL', of.address, $1, $1, $1::timestamptz + of.life
    from users, (values ('203.0.113.7', interval '300 days'), ('::ffff:203.0.113.8', interval '30 days')) as of (address, life)
    where email = 'once@example.test'`,
    [at],
  )
  await client.query(`insert into second_factor_failures (user_id, failures)
    select id, 3 from users where email = 'once@example.test'`)
  await client.query(
    `insert into messages (id, channel, recipient, body_text, due_at, created_at)
    values (gen_random_uuid(), 'sms', '+94770000001', 'code', $1, $1)`,
    [at],
  )
}

/** Payments whose chargebacks were lost, won or not decided, of sales that failed or did not, and of a top-up. */
async function insertDisputed(): Promise<void> {
  await client.query(`
    with creator as (select id from users where email = 'once@example.test'), buyer as (select id from users where email = 'forgot@example.test'),
    file as (
      insert into files (id, owner_id, sha256, storage_key, mime, media_type, size_bytes, original_name, created_at)
      select gen_random_uuid(), id, 'hash', 'key', 'image/png', 'image', 1, 'a.png', '2026-01-01' from creator returning id, owner_id),
    nft as (
      insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, created_at, updated_at)
      select gen_random_uuid(), 'POLYGON', 1, id, id, 'Work', '', 0, owner_id, '2026-01-01', '2026-01-01' from file returning id, created_by),
    cases (name, status, reason, is_sold) as (values
      ('failed-lost', 'DISPUTED', null, false), ('failed-open', 'DISPUTED', 'charged back', false), ('failed-won', 'SUCCESS', null, false),
      ('sold-lost', 'DISPUTED', null, true), ('sold-won', 'SUCCESS', null, true)),
    numbered as (select gen_random_uuid() as listing_id, * from cases),
    listed as (
      insert into listings (id, nft_id, seller_id, buyer_id, price_cents, fee_bps, royalty_bps, fee_cents, royalty_cents, status, created_at, updated_at)
      select listing_id, nft.id, created_by, case when is_sold then buyer.id end, 2500, 0, 0, 0, 0, case when is_sold then 'SOLD' else 'INACTIVE' end, '2026-01-01', '2026-01-01'
      from numbered, nft, buyer)
    insert into payments (id, user_id, kind, status, amount_cents, nft_id, listing_id, provider, provider_ref, commodity, receiver, review_reason, captured_at, created_at, updated_at)
    select gen_random_uuid(), buyer.id, 'PURCHASE', status, 2500, nft.id, listing_id, 'stripe', name, 'POL', '', reason, '2026-01-01'::timestamptz, '2026-01-01'::timestamptz, '2026-01-01'::timestamptz
    from numbered, nft, buyer
    union all
    select gen_random_uuid(), id, 'TOPUP', 'DISPUTED', 2500, null, null, 'stripe', 'topup-lost', 'POL', '', null, '2026-01-01', '2026-01-01', '2026-01-01' from buyer
    union all
    select gen_random_uuid(), id, 'TOPUP', 'NEEDS_REVIEW', 2500, null, null, 'stripe', name, 'EUR', '', reason, null, '2026-01-01', '2026-01-01'
    from buyer, (values ('topup-paid-in-euros', 'another currency'), ('topup-settled', null)) as reviewed (name, reason)`)
}

async function insertSent(): Promise<void> {
  await client.query(`
    insert into chains (chain, chain_id, genesis_hash, contract_address, deploy_block, indexed_block) values ('POLYGON', 137, '0x01', '0x02', 1, 1);
    insert into chain_transactions (id, chain, signer, nonce, hash, raw, max_fee_per_gas, created_at, updated_at)
    values (gen_random_uuid(), 'POLYGON', '0x03', 7, '0x04', '0x05', 30, '2026-01-01', '2026-01-01')`)
}
