-- Money is bigint cents, royalties are integer basis points, times are timestamptz written from the application's clock.
-- One section per topic.

create extension if not exists pg_trgm;

-- Rows that are only ever added (docs/invariants.md I1, audit). The grants hold for the application's role, this trigger for every role.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- operations -----------------------------------------------------------------------------------------------------------
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz not null
);
create index audit_log_subject on audit_log (subject_type, subject_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  status_code integer not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Fixed windows of the account throttles; `expire` is in milliseconds of the application's clock.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Mail and SMS: written with their cause, delivered by a job. Text with a code or a link is blanked once it is delivered.
create table messages (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  body_text text not null,
  body_html text,
  code text,
  link text,
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED')),
  provider_ref text,
  attempts integer not null default 0,
  error text,
  due_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index messages_waiting on messages (due_at) where status = 'WAITING';
create index messages_newest on messages (created_at desc, id desc);
create index messages_failed on messages (created_at) where status = 'FAILED';

-- users ----------------------------------------------------------------------------------------------------------------
create table users (
  id uuid primary key,
  -- The member's number on chain (40 bits): who created a token.
  creator_number bigint generated always as identity unique check (creator_number < 1099511627776),
  email text not null check (email = lower(email)),
  email_verified_at timestamptz,
  password_hash text,
  phone text,
  phone_verified_at timestamptz,
  first_name text,
  last_name text,
  display_name text,
  bio text check (bio is null or char_length(bio) >= 150),
  occupation text,
  avatar_file_id uuid,
  header_image_file_id uuid,
  is_admin boolean not null default false,
  subscription smallint not null default 1 check (subscription between 1 and 3),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'DELETED')),
  email_consent_at timestamptz,
  royalty_payout_address text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (email) where status <> 'DELETED';
create index users_newest on users (created_at desc, id desc);
create index users_search on users using gin ((coalesce(display_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops);

-- auth -----------------------------------------------------------------------------------------------------------------
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  -- A temporary session has passed the password only; it never becomes a full one (docs/rules.md R45).
  kind text not null check (kind in ('TEMPORARY', 'FULL')),
  user_agent text not null default '',
  address text not null default '',
  second_factor_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_live on sessions (user_id, last_used_at desc) where revoked_at is null;

create table refresh_tokens (
  hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- verification: every code and link ------------------------------------------------------------------------------------
create table verification_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION', 'VERIFY_MOBILE', 'SIGN_IN', 'STEP_UP')),
  -- The e-mail address or phone it was sent to.
  target text not null,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  -- When it was last sent: a new code, or the same again, at most once per 30 s.
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index verification_codes_expired on verification_codes (expires_at);
create unique index verification_codes_live on verification_codes (user_id, purpose);
create unique index verification_codes_hash on verification_codes (code_hash);

-- What was consumed: a link opened twice still succeeds, a code sent twice is no wrong code.
create table used_links (
  code_hash text primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null,
  used_at timestamptz not null
);

create table factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('TOTP', 'PASSKEY', 'RECOVERY_CODE')),
  name text not null default '',
  secret bytea,
  public_key bytea,
  credential_id text unique,
  counter bigint not null default 0,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null
);
create index factors_user on factors (user_id, kind);

-- The challenge that a session's next passkey answer must sign; one per session and consumed by one delete.
create table passkey_challenges (
  session_id uuid primary key references sessions on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);

-- How often the second factor failed (a lock on new sign-ins, never on open sessions).
create table second_factor_failures (
  user_id uuid primary key references users on delete cascade,
  failures integer not null default 0,
  locked_until timestamptz
);

-- files ----------------------------------------------------------------------------------------------------------------
create table files (
  id uuid primary key,
  owner_id uuid not null references users,
  sha256 text not null,
  storage_key text not null,
  mime text not null,
  media_type text not null check (media_type in ('image', 'video', 'audio', 'model')),
  size_bytes bigint not null,
  original_name text not null,
  width integer,
  height integer,
  duration_ms integer,
  name text,
  description text,
  bio text,
  alt_text text,
  cid text,
  processed_at timestamptz,
  created_at timestamptz not null
);
create index files_sha256 on files (sha256);
create index files_cid on files (cid);
create index files_unprocessed on files (created_at) where processed_at is null;

create table file_variants (
  file_id uuid not null references files on delete cascade,
  name text not null,
  storage_key text not null,
  mime text not null,
  width integer not null,
  height integer not null,
  size_bytes bigint not null,
  primary key (file_id, name)
);

-- Content that must stay reachable by its CID: what tokens point to.
create table pins (
  cid text primary key,
  -- The pinner that has it; another one, or none, means it is still to be pinned.
  pinned_by text,
  attempts integer not null default 0,
  error text,
  -- When it is pinned, tried again, or looked at again.
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index pins_due on pins (due_at);
create index pins_by on pins (pinned_by);

alter table users add foreign key (avatar_file_id) references files;
alter table users add foreign key (header_image_file_id) references files;

-- nfts -----------------------------------------------------------------------------------------------------------------
create table categories (
  id integer generated by default as identity primary key,
  name text not null unique,
  position integer not null
);

create table nfts (
  id uuid primary key,
  chain text not null check (chain in ('POLYGON', 'ETH', 'SOL')),
  category_id integer not null references categories,
  file_id uuid not null references files,
  thumbnail_file_id uuid not null references files,
  name text not null,
  description text not null check (char_length(description) <= 500),
  bio text,
  alt_text text not null default '',
  royalty_bps integer not null check (royalty_bps between 0 and 10000),
  created_by uuid not null references users,
  -- Both follow the chain and are written by the indexer alone once the token exists; null while held outside.
  owned_by uuid references users,
  owner_address text,
  custody text not null default 'HELD' check (custody in ('HELD', 'OUTSIDE')),
  approval text not null default 'PENDING' check (approval in ('PENDING', 'APPROVED', 'REFUSED')),
  taken_down_at timestamptz,
  mint_status text not null default 'PENDING' check (mint_status in ('PENDING', 'SUCCESSED', 'FAILED')),
  mint_error text,
  mint_tx_hash text,
  -- The exact bytes whose sha2-256 is the token id (docs/rules.md R96); made once, never serialised again.
  metadata bytea,
  metadata_cid text,
  token_id text check (token_id ~ '^[0-9]{1,78}$'),
  -- The ACTIVE or reserved listing's price, for the keyset sort by price. Written with the listing.
  active_price_cents bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index nfts_token on nfts (chain, token_id);
create index nfts_newest on nfts (updated_at desc, id desc) where taken_down_at is null;
create index nfts_explore_newest on nfts (updated_at desc, id desc) where taken_down_at is null and approval = 'APPROVED';
create index nfts_listed_newest on nfts (updated_at desc, id desc) where taken_down_at is null and approval = 'APPROVED' and active_price_cents is not null;
create index nfts_listed_price on nfts (active_price_cents, id) where taken_down_at is null and approval = 'APPROVED' and active_price_cents is not null;
create index nfts_gallery_newest on nfts (updated_at desc, id desc) where taken_down_at is null and approval = 'APPROVED' and active_price_cents is null;
create index nfts_category on nfts (category_id, updated_at desc, id desc) include (active_price_cents) where taken_down_at is null and approval = 'APPROVED';
create index nfts_owner on nfts (owned_by, updated_at desc, id desc);
create index nfts_creator on nfts (created_by, updated_at desc, id desc);
create index nfts_file on nfts (file_id, created_at);
create index nfts_taken_down on nfts (id desc) where taken_down_at is not null;
create index nfts_to_moderate on nfts (created_at, id) where approval = 'PENDING' and taken_down_at is null;
create index nfts_search on nfts using gin ((name || ' ' || description) gin_trgm_ops);

-- listings -------------------------------------------------------------------------------------------------------------
create table listings (
  id uuid primary key,
  nft_id uuid not null references nfts,
  seller_id uuid not null references users,
  buyer_id uuid references users,
  price_cents bigint not null check (price_cents > 0),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  royalty_bps integer not null check (royalty_bps between 0 and 10000),
  fee_cents bigint not null check (fee_cents >= 0),
  royalty_cents bigint not null check (royalty_cents >= 0),
  status text not null check (status in ('PAYMENT_PROCESSING', 'PENDING_LISTINGS', 'PENDING_APPROVAL', 'ACTIVE', 'INACTIVE', 'SOLD', 'PAID')),
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (fee_cents + royalty_cents <= price_cents),
  check (buyer_id is null or buyer_id <> seller_id),
  check ((status in ('PAYMENT_PROCESSING', 'PAID', 'SOLD')) = (buyer_id is not null))
);
-- docs/invariants.md I4: one open listing per NFT.
create unique index listings_one_open on listings (nft_id) where status in ('PENDING_LISTINGS', 'PENDING_APPROVAL', 'ACTIVE', 'PAYMENT_PROCESSING', 'PAID');
create index listings_nft on listings (nft_id, created_at desc, id desc);
create index listings_expiring on listings (expires_at) where status in ('PENDING_LISTINGS', 'PENDING_APPROVAL', 'ACTIVE') and expires_at is not null;
create index listings_on_their_way on listings (buyer_id) where status = 'PAID';
-- What keeps a work without a price out of the Gallery: few rows, asked of every one of them.
create index listings_not_offered on listings (nft_id) where status in ('PENDING_LISTINGS', 'PENDING_APPROVAL', 'PAID');
create index listings_to_approve on listings (nft_id) where status = 'PENDING_APPROVAL';
create index listings_seller on listings (seller_id, updated_at desc);

-- payments -------------------------------------------------------------------------------------------------------------
create table payments (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('PURCHASE', 'TOPUP')),
  status text not null check (status in ('CREATED', 'PENDING', 'REQUIRES_ACTION', 'SUCCESS', 'FAILED', 'CANCELED', 'EXPIRED', 'FAILOVER', 'NEEDS_REVIEW', 'REFUND_DUE', 'REFUNDED', 'DISPUTED')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'USD',
  nft_id uuid references nfts,
  listing_id uuid references listings,
  provider text not null check (provider in ('sandbox', 'stripe', 'wert')),
  provider_ref text,
  -- What the provider was asked for (docs/invariants.md I7).
  commodity text not null,
  receiver text not null,
  session jsonb,
  -- Why a person has to review it; null when there is no review case.
  review_reason text,
  canceled_by_buyer_at timestamptz,
  expires_at timestamptz,
  captured_at timestamptz,
  refunded_at timestamptz,
  -- When the reconciler looks it up again; null once it is final.
  due_at timestamptz,
  lookups integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'PURCHASE') = (listing_id is not null and nft_id is not null))
);
-- docs/invariants.md I4: one live reservation per listing.
create unique index payments_one_live on payments (listing_id) where kind = 'PURCHASE' and status in ('CREATED', 'PENDING', 'REQUIRES_ACTION', 'FAILED', 'FAILOVER');
create unique index payments_provider_ref on payments (provider, provider_ref);
create index payments_user on payments (user_id, created_at desc, id desc);
create index payments_due on payments (due_at) where due_at is not null;
create index payments_listing on payments (listing_id);
create index payments_review on payments (updated_at) where status in ('NEEDS_REVIEW', 'REFUND_DUE', 'DISPUTED') or review_reason is not null;

create table payment_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  payment_id uuid,
  type text not null,
  body jsonb not null,
  received_at timestamptz not null,
  unique (provider, event_id)
);
create index payment_events_payment on payment_events (payment_id, received_at);

create table refunds (
  id uuid primary key,
  payment_id uuid not null unique references payments,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'DONE', 'NEEDS_REVIEW')),
  provider_ref text,
  attempts integer not null default 0,
  error text,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refunds_due on refunds (due_at) where due_at is not null;

-- ledger ---------------------------------------------------------------------------------------------------------------
create table ledger_accounts (
  id uuid primary key,
  kind text not null check (kind in ('CREDIT', 'CREDIT_HELD', 'EARNINGS', 'EARNINGS_HELD', 'PAYOUT_HELD', 'PROVIDER_CLEARING', 'PROVIDER_FEES', 'PLATFORM_FEES', 'NETWORK_FEES', 'SALES_CLEARING', 'PAYOUTS_PAID', 'PLATFORM_LOSSES')),
  user_id uuid references users,
  currency text not null default 'USD',
  balance_cents bigint not null default 0,
  -- Members' accounts and holds never go below zero (docs/invariants.md I2); clearing, fee and loss accounts may.
  may_be_negative boolean not null,
  created_at timestamptz not null,
  unique nulls not distinct (kind, user_id, currency),
  check (may_be_negative or balance_cents >= 0)
);
create index ledger_accounts_user on ledger_accounts (user_id);

create table ledger_transfers (
  id uuid primary key,
  kind text not null,
  -- What caused it; one cause posts one transfer of a kind once.
  cause_type text not null,
  cause_id uuid not null,
  provider text,
  provider_ref text,
  created_at timestamptz not null,
  unique (kind, cause_type, cause_id)
);
-- docs/invariants.md I3: one success at a provider posts once.
create unique index ledger_transfers_provider on ledger_transfers (provider, provider_ref, kind) where provider_ref is not null;

create table ledger_entries (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references ledger_transfers,
  account_id uuid not null references ledger_accounts,
  amount_cents bigint not null check (amount_cents <> 0),
  balance_after_cents bigint not null,
  created_at timestamptz not null
);
create index ledger_entries_account on ledger_entries (account_id, id desc);
create index ledger_entries_transfer on ledger_entries (transfer_id);
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_transfers_append_only before update or delete on ledger_transfers for each row execute function refuse_change();

-- docs/invariants.md I1: a transfer sums to zero when its transaction commits.
create function check_transfer_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries where transfer_id = new.transfer_id) <> 0 then
    raise exception 'ledger transfer % does not sum to zero', new.transfer_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_sum_to_zero after insert on ledger_entries deferrable initially deferred
  for each row execute function check_transfer_sums_to_zero();

create table credit_holds (
  id uuid primary key,
  user_id uuid not null references users,
  amount_cents bigint not null check (amount_cents > 0),
  purpose text not null check (purpose in ('MINT', 'PURCHASE')),
  -- The NFT that is minted or the payment that buys.
  cause_id uuid not null,
  status text not null default 'HELD' check (status in ('HELD', 'CHARGED', 'RELEASED')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index credit_holds_one_live on credit_holds (purpose, cause_id) where status = 'HELD';

-- Earnings that wait for finality and the hold days before they can be paid out.
create table earnings_holds (
  id uuid primary key,
  listing_id uuid not null references listings,
  user_id uuid not null references users,
  reason text not null check (reason in ('SALE', 'ROYALTY')),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'HELD' check (status in ('HELD', 'RELEASED', 'REVERSED', 'FROZEN')),
  release_at timestamptz not null,
  block_number bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index earnings_holds_one_live on earnings_holds (listing_id, reason) where status <> 'REVERSED';
create index earnings_holds_due on earnings_holds (release_at) where status = 'HELD';

-- payouts --------------------------------------------------------------------------------------------------------------
create table fiat_accounts (
  id uuid primary key,
  user_id uuid not null references users,
  -- AES-256-GCM with the row's id as associated data.
  details_encrypted bytea not null,
  last4 text not null,
  holder_initials text not null,
  country text not null,
  currency text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index fiat_accounts_user on fiat_accounts (user_id) where deleted_at is null;

create table payouts (
  id uuid primary key,
  user_id uuid not null references users,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'APPROVED', 'PAID', 'REJECTED', 'CANCELLED')),
  fiat_account_id uuid references fiat_accounts,
  reason text,
  reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status <> 'PAID' or reference is not null)
);
create unique index payouts_one_open on payouts (user_id) where status in ('REQUESTED', 'APPROVED');
create index payouts_user on payouts (user_id, created_at desc, id desc);
create index payouts_open on payouts (created_at, id) where status in ('REQUESTED', 'APPROVED');

-- wallets and chain ----------------------------------------------------------------------------------------------------
create table chains (
  chain text primary key check (chain in ('POLYGON', 'ETH')),
  chain_id bigint not null unique,
  genesis_hash text not null,
  contract_address text not null,
  deploy_block bigint not null,
  -- The last block the indexer has read.
  indexed_block bigint not null,
  finalized_block bigint not null default 0
);

-- The seed that members' keys derive from, encrypted by the key-encryption key; one row.
create table custody_seed (
  id boolean primary key default true check (id),
  seed_encrypted bytea not null,
  kek_check bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table wallets (
  id uuid primary key,
  user_id uuid not null references users,
  chain text not null references chains,
  derivation_index bigint generated always as identity unique check (derivation_index < 2147483648),
  public_address text,
  requested_at timestamptz not null,
  due_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, chain),
  unique (chain, public_address)
);
create index wallets_due on wallets (due_at) where due_at is not null;

create table chain_intents (
  id uuid primary key,
  chain text not null references chains,
  kind text not null check (kind in ('MINT', 'SETTLE', 'WITHDRAW', 'CANCEL_LISTINGS', 'SET_CREATOR_PAYOUT')),
  -- What it is for; the same work is never asked for twice.
  business_key text not null unique,
  nft_id uuid references nfts,
  listing_id uuid references listings,
  payment_id uuid references payments,
  user_id uuid references users,
  payload jsonb not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'CONFIRMED', 'FAILED')),
  attempts integer not null default 0,
  error text,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index chain_intents_due on chain_intents (chain, due_at) where status in ('WAITING', 'SENT');
create index chain_intents_nft on chain_intents (nft_id);

create table chain_signers (
  chain text not null references chains,
  address text not null,
  next_nonce bigint not null,
  primary key (chain, address)
);

create table chain_transactions (
  id uuid primary key,
  chain text not null references chains,
  signer text not null,
  nonce bigint not null,
  hash text not null unique,
  -- Signed bytes, stored before they are broadcast; the same bytes are broadcast again.
  raw text not null,
  max_fee_per_gas numeric(40) not null,
  status text not null default 'SIGNED' check (status in ('SIGNED', 'SENT', 'MINED', 'REPLACED', 'DROPPED')),
  block_number bigint,
  block_hash text,
  block_time timestamptz,
  transaction_index integer,
  is_success boolean,
  broadcasts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index chain_transactions_due on chain_transactions (chain, due_at) where due_at is not null;
create index chain_transactions_nonce on chain_transactions (chain, signer, nonce);

create table chain_transaction_intents (
  transaction_id uuid not null references chain_transactions,
  intent_id uuid not null references chain_intents,
  position integer not null,
  primary key (transaction_id, intent_id)
);
create index chain_transaction_intents_intent on chain_transaction_intents (intent_id);

create table chain_blocks (
  chain text not null references chains,
  number bigint not null,
  hash text not null,
  parent_hash text not null,
  mined_at timestamptz not null,
  primary key (chain, number)
);

create table chain_transfers (
  chain text not null references chains,
  block_number bigint not null,
  block_hash text not null,
  log_index integer not null,
  transaction_hash text not null,
  token_id text not null,
  from_address text not null,
  to_address text not null,
  mined_at timestamptz not null,
  primary key (chain, block_number, log_index)
);
create index chain_transfers_token on chain_transfers (chain, token_id, block_number desc, log_index desc);

-- Every signature the custody module makes (docs/invariants.md I16): what was signed, for whom, why.
create table custody_signatures (
  id bigint generated always as identity primary key,
  chain text not null,
  kind text not null check (kind in ('LISTING', 'WITHDRAWAL', 'TRANSACTION')),
  signer text not null,
  digest text not null,
  cause_type text not null,
  cause_id uuid not null,
  created_at timestamptz not null
);
create trigger custody_signatures_append_only before update or delete on custody_signatures for each row execute function refuse_change();

-- social ---------------------------------------------------------------------------------------------------------------
create table favourites (
  user_id uuid not null references users on delete cascade,
  nft_id uuid not null references nfts on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, nft_id)
);
create index favourites_newest on favourites (user_id, created_at desc);
create table wishlist (
  user_id uuid not null references users on delete cascade,
  nft_id uuid not null references nfts on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, nft_id)
);
create index wishlist_newest on wishlist (user_id, created_at desc);
create table follows (
  user_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, followed_id),
  check (user_id <> followed_id)
);
create index follows_newest on follows (user_id, created_at desc);

-- moderation -----------------------------------------------------------------------------------------------------------
create table reports (
  id uuid primary key,
  nft_id uuid not null references nfts,
  reporter_id uuid references users,
  reason text not null,
  text text not null default '',
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED', 'DISMISSED')),
  created_at timestamptz not null,
  resolved_at timestamptz
);
create unique index reports_one_open on reports (nft_id, reporter_id) where status = 'OPEN';
create index reports_open on reports (created_at, id) where status = 'OPEN';

create table moderation_decisions (
  id uuid primary key,
  nft_id uuid not null references nfts,
  admin_id uuid not null references users,
  decision text not null check (decision in ('APPROVED', 'REFUSED', 'TAKEN_DOWN', 'RESTORED', 'REPORT_DISMISSED')),
  reason text,
  created_at timestamptz not null
);
create index moderation_decisions_nft on moderation_decisions (nft_id, created_at desc);

-- first values ---------------------------------------------------------------------------------------------------------
insert into categories (id, name, position) values
  (1, 'Art', 1), (2, 'Photography', 2), (3, 'Music', 3), (4, 'Video', 4), (5, '3D', 5), (6, 'Collectibles', 6), (7, 'Gaming', 7), (8, 'Sports', 8);
select setval(pg_get_serial_sequence('categories', 'id'), 8);
