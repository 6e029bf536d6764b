// Generated from the migrated database by `npm run db:types`; not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as parsed JSON, written as a string. */
export type Json = ColumnType<unknown, string, string>

export interface AuditLogTable {
  id: GeneratedAlways<number>
  actor_id: string | null
  action: string
  subject_type: string
  subject_id: string
  before: Json | null
  after: Json | null
  request_id: string | null
  created_at: Date
}

export interface AuditOriginsTable {
  audit_id: number
  user_id: string | null
  address: string
  device: string
  created_at: Date
}

export interface BlockedBytesTable {
  sha256: string
  nft_id: string
  blocked_by: string
  reason: string
  blocked_at: Date
}

export interface CategoriesTable {
  id: Generated<number>
  name: string
  position: number
}

export interface ChainBlocksTable {
  chain: string
  number: number
  hash: string
  parent_hash: string
  mined_at: Date
}

export interface ChainIntentsTable {
  id: string
  chain: string
  kind: 'MINT' | 'SETTLE' | 'WITHDRAW' | 'CANCEL_LISTINGS' | 'SET_CREATOR_PAYOUT'
  business_key: string
  nft_id: string | null
  listing_id: string | null
  payment_id: string | null
  user_id: string | null
  payload: Json
  status: Generated<'WAITING' | 'SENT' | 'CONFIRMED' | 'FAILED'>
  attempts: Generated<number>
  error: string | null
  due_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface ChainSignersTable {
  chain: string
  address: string
  next_nonce: number
}

export interface ChainTransactionIntentsTable {
  transaction_id: string
  intent_id: string
  position: number
}

export interface ChainTransactionsTable {
  id: string
  chain: string
  signer: string
  nonce: number | null
  hash: string
  raw: string
  max_fee_per_gas: string | null
  status: Generated<'SIGNED' | 'SENT' | 'MINED' | 'REPLACED' | 'DROPPED'>
  block_number: number | null
  block_hash: string | null
  block_time: Date | null
  transaction_index: number | null
  is_success: boolean | null
  broadcasts: Generated<number>
  due_at: Date | null
  created_at: Date
  updated_at: Date
  nonce_account: string | null
  nonce_value: string | null
  nonce_slot: number | null
}

export interface ChainTransfersTable {
  chain: string
  block_number: number
  block_hash: string
  log_index: number
  transaction_hash: string
  token_id: string
  from_address: string
  to_address: string
  mined_at: Date
}

export interface ChainUnknownTokensTable {
  chain: string
  token_id: string
  to_address: string
  transaction_hash: string
  block_number: number
  seen_at: Date
  settled_at: Date | null
}

export interface ChainsTable {
  chain: 'POLYGON' | 'ETH' | 'SOL'
  chain_id: number | null
  genesis_hash: string
  contract_address: string
  deploy_block: number
  indexed_block: number
  finalized_block: Generated<number>
  authority_address: string | null
}

export interface CreditHoldsTable {
  id: string
  user_id: string
  amount_cents: number
  purpose: 'MINT' | 'PURCHASE'
  cause_id: string
  status: Generated<'HELD' | 'CHARGED' | 'RELEASED'>
  created_at: Date
  updated_at: Date
}

export interface CustodySeedTable {
  id: Generated<boolean>
  seed_encrypted: Buffer
  kek_check: Buffer
  created_at: Date
  updated_at: Date
}

export interface CustodySignaturesTable {
  id: GeneratedAlways<number>
  chain: string
  kind: 'LISTING' | 'WITHDRAWAL' | 'TRANSACTION' | 'MINT'
  signer: string
  digest: string
  cause_type: string
  cause_id: string
  created_at: Date
}

export interface EarningsHoldsTable {
  id: string
  listing_id: string
  user_id: string
  reason: 'SALE' | 'ROYALTY'
  amount_cents: number
  status: Generated<'HELD' | 'RELEASED' | 'REVERSED' | 'FROZEN'>
  release_at: Date
  block_number: number
  created_at: Date
  updated_at: Date
}

export interface EventDeliveriesTable {
  consumer: string
  event_id: string
  recorded_at: Date
  subject: string
  position: GeneratedAlways<number>
  attempts: Generated<number>
  due_at: Date
  error: string | null
}

export interface EventsTable {
  id: string
  type: string
  subjects: Json
  data: Json
  recorded_at: Date
}

export interface FactorsTable {
  id: string
  user_id: string
  kind: 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE'
  name: Generated<string>
  secret: Buffer | null
  public_key: Buffer | null
  credential_id: string | null
  counter: Generated<number>
  confirmed_at: Date | null
  last_used_at: Date | null
  created_at: Date
}

export interface FailureCountsTable {
  subject: string
  user_id: string | null
  action: string
  minute: Date
  count: number
  address: string
  user_agent: string
}

export interface FavouritesTable {
  user_id: string
  nft_id: string
  created_at: Date
}

export interface FiatAccountsTable {
  id: string
  user_id: string
  details_encrypted: Buffer
  last4: string
  holder_initials: string
  country: string
  currency: string
  created_at: Date
  deleted_at: Date | null
}

export interface FileVariantsTable {
  file_id: string
  name: string
  storage_key: string
  mime: string
  width: number
  height: number
  size_bytes: number
}

export interface FilesTable {
  id: string
  owner_id: string
  sha256: string
  storage_key: string
  mime: string
  media_type: 'image' | 'video' | 'audio' | 'model'
  size_bytes: number
  original_name: string
  width: number | null
  height: number | null
  duration_ms: number | null
  name: string | null
  description: string | null
  bio: string | null
  alt_text: string | null
  cid: string | null
  processed_at: Date | null
  created_at: Date
  copy_attempts: Generated<number>
  copying_until: Date | null
  unused_since: Date | null
}

export interface FollowsTable {
  user_id: string
  followed_id: string
  created_at: Date
}

export interface HeartbeatsTable {
  process_id: string
  role: 'all' | 'api' | 'worker' | 'signer'
  host: string
  pid: number
  loops: Json
  started_at: Date
  beat_at: Date
}

export interface IdempotencyKeysTable {
  user_id: string
  key: string
  request_hash: string
  status_code: number
  body: Json
  created_at: Date
}

export interface IncidentsTable {
  key: string
  summary: string
  detail: string
  message_ids: Json
  opened_at: Date
}

export interface KnownNetworksTable {
  user_id: string
  network: string
  has_signed_in: boolean
  last_seen_at: Date
}

export interface LedgerAccountsTable {
  id: string
  kind: 'CREDIT' | 'CREDIT_HELD' | 'EARNINGS' | 'EARNINGS_HELD' | 'PAYOUT_HELD' | 'PROVIDER_CLEARING' | 'PROVIDER_FEES' | 'PLATFORM_FEES' | 'NETWORK_FEES' | 'SALES_CLEARING' | 'PAYOUTS_PAID' | 'PLATFORM_LOSSES'
  user_id: string | null
  currency: Generated<string>
  balance_cents: Generated<number>
  may_be_negative: boolean
  created_at: Date
}

export interface LedgerChecksTable {
  is_only: Generated<boolean>
  verified_entry_id: number
  cursors: Json
  found: Json
  found_last_round: Json
  round_ended_at: Date | null
  checked_at: Date
}

export interface LedgerEntriesTable {
  id: GeneratedAlways<number>
  transfer_id: string
  account_id: string
  amount_cents: number
  balance_after_cents: number
  created_at: Date
}

export interface LedgerTransfersTable {
  id: string
  kind: string
  cause_type: string
  cause_id: string
  provider: string | null
  provider_ref: string | null
  created_at: Date
}

export interface ListingsTable {
  id: string
  nft_id: string
  seller_id: string
  buyer_id: string | null
  price_cents: number
  fee_bps: number
  royalty_bps: number
  fee_cents: number
  royalty_cents: number
  status: 'PAYMENT_PROCESSING' | 'PENDING_LISTINGS' | 'PENDING_APPROVAL' | 'ACTIVE' | 'INACTIVE' | 'SOLD' | 'PAID'
  expires_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface LiveFramesTable {
  id: GeneratedAlways<number>
  transaction_id: Generated<string>
  audience: 'member' | 'public' | 'operators'
  user_id: string | null
  kind: string
  subject_type: 'nft' | 'payment' | 'payout' | 'user'
  subject_id: string
  created_at: Date
}

export interface MessagesTable {
  id: string
  channel: 'email' | 'sms'
  recipient: string
  subject: string | null
  body_text: string
  body_html: string | null
  code: string | null
  link: string | null
  status: Generated<'WAITING' | 'SENT' | 'FAILED'>
  provider_ref: string | null
  attempts: Generated<number>
  error: string | null
  due_at: Date
  created_at: Date
  sent_at: Date | null
  user_id: string | null
  unsubscribe_url: string | null
  expires_at: Date | null
}

export interface ModerationDecisionsTable {
  id: string
  nft_id: string
  admin_id: string
  decision: 'APPROVED' | 'REFUSED' | 'TAKEN_DOWN' | 'RESTORED' | 'REPORT_DISMISSED'
  reason: string | null
  created_at: Date
}

export interface NftsTable {
  id: string
  chain: 'POLYGON' | 'ETH' | 'SOL'
  category_id: number
  file_id: string
  thumbnail_file_id: string
  name: string
  description: string
  bio: string | null
  alt_text: Generated<string>
  royalty_bps: number
  created_by: string
  owned_by: string | null
  owner_address: string | null
  custody: Generated<'HELD' | 'OUTSIDE'>
  approval: Generated<'PENDING' | 'APPROVED' | 'REFUSED'>
  taken_down_at: Date | null
  mint_status: Generated<'PENDING' | 'SUCCESSED' | 'FAILED'>
  mint_error: string | null
  mint_tx_hash: string | null
  metadata: Buffer | null
  metadata_cid: string | null
  token_id: string | null
  active_price_cents: number | null
  created_at: Date
  updated_at: Date
  last_sale_cents: number | null
}

export interface NotificationChoicesTable {
  user_id: string
  kind: string
  in_app: boolean
  email: 'now' | 'daily' | 'off'
  updated_at: Date
}

export interface NotificationsTable {
  id: string
  user_id: string
  kind: string
  group_key: string | null
  nft_ids: Generated<string[]>
  actor_ids: Generated<string[]>
  payment_id: string | null
  amount_cents: number | null
  reason: string | null
  created_at: Date
  read_at: Date | null
  is_shown: Generated<boolean>
  mail_due_at: Date | null
}

export interface PageVersionsTable {
  page: string
  version: number
  text: string
  saved_by: string
  created_at: Date
}

export interface PasskeyChallengesTable {
  session_id: string
  challenge: string
  expires_at: Date
}

export interface PaymentEventsTable {
  id: string
  provider: string
  event_id: string
  payment_id: string | null
  type: string
  body: Json
  received_at: Date
  needs_person: Generated<boolean>
}

export interface PaymentsTable {
  id: string
  user_id: string
  kind: 'PURCHASE' | 'TOPUP'
  status: 'CREATED' | 'PENDING' | 'REQUIRES_ACTION' | 'SUCCESS' | 'FAILED' | 'CANCELED' | 'EXPIRED' | 'FAILOVER' | 'NEEDS_REVIEW' | 'REFUND_DUE' | 'REFUNDED' | 'DISPUTED'
  amount_cents: number
  currency: Generated<string>
  nft_id: string | null
  listing_id: string | null
  provider: 'sandbox' | 'stripe' | 'wert'
  provider_ref: string | null
  commodity: string
  receiver: string
  session: Json | null
  review_reason: string | null
  canceled_by_buyer_at: Date | null
  expires_at: Date | null
  captured_at: Date | null
  refunded_at: Date | null
  due_at: Date | null
  lookups: Generated<number>
  created_at: Date
  updated_at: Date
  session_attempt: Generated<number>
  hinted_at: Date | null
  freezes_earnings: Generated<boolean>
  network_fee_cents: Generated<number>
}

export interface PayoutsTable {
  id: string
  user_id: string
  amount_cents: number
  status: Generated<'REQUESTED' | 'APPROVED' | 'PAID' | 'REJECTED' | 'CANCELLED'>
  fiat_account_id: string | null
  reason: string | null
  reference: string | null
  created_at: Date
  updated_at: Date
}

export interface PinsTable {
  cid: string
  pinned_by: string | null
  attempts: Generated<number>
  error: string | null
  due_at: Date
  created_at: Date
}

export interface ProviderCursorsTable {
  provider: 'sandbox' | 'stripe' | 'wert'
  compared_until: Date
}

export interface RateLimitsTable {
  key: string
  points: Generated<number>
  expire: number | null
}

export interface RefreshTokensTable {
  hash: string
  session_id: string
  created_at: Date
  used_at: Date | null
}

export interface RefundsTable {
  id: string
  payment_id: string
  amount_cents: number
  reason: string
  status: Generated<'WAITING' | 'DONE' | 'NEEDS_REVIEW'>
  provider_ref: string | null
  attempts: Generated<number>
  error: string | null
  due_at: Date | null
  created_at: Date
  updated_at: Date
  key_attempt: Generated<number>
  pending_since: Date | null
}

export interface RemovedBytesTable {
  storage_key: string
  due_at: Date
}

export interface ReportsTable {
  id: string
  nft_id: string
  reporter_id: string | null
  reason: string
  text: Generated<string>
  status: Generated<'OPEN' | 'RESOLVED' | 'DISMISSED'>
  created_at: Date
  resolved_at: Date | null
}

export interface ReservationPhonesTable {
  payment_id: string
  nft_id: string
  phone_hash: Buffer
  created_at: Date
}

export interface SecondFactorFailuresTable {
  user_id: string
  failures: Generated<number>
  locked_until: Date | null
  session_id: string | null
}

export interface SessionsTable {
  id: string
  user_id: string
  kind: 'TEMPORARY' | 'FULL'
  user_agent: Generated<string>
  address: Generated<string>
  second_factor_at: Date | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
  revoked_at: Date | null
}

export interface SettingsTable {
  key: string
  value: Json
  updated_at: Date
}

export interface UsedLinksTable {
  code_hash: string
  user_id: string
  purpose: string
  used_at: Date
}

export interface UsersTable {
  id: string
  creator_number: GeneratedAlways<number>
  email: string
  email_verified_at: Date | null
  password_hash: string | null
  phone: string | null
  phone_verified_at: Date | null
  first_name: string | null
  last_name: string | null
  display_name: string | null
  bio: string | null
  occupation: string | null
  avatar_file_id: string | null
  header_image_file_id: string | null
  is_admin: Generated<boolean>
  subscription: Generated<number>
  status: Generated<'ACTIVE' | 'SUSPENDED' | 'DELETED'>
  email_consent_at: Date | null
  royalty_payout_address: string | null
  created_at: Date
  updated_at: Date
  registered_again_at: Date | null
  time_zone: string | null
}

export interface VerificationCodesTable {
  id: string
  user_id: string
  purpose: 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'INVITATION' | 'VERIFY_MOBILE' | 'SIGN_IN' | 'STEP_UP'
  target: string
  code_hash: string
  tries: Generated<number>
  created_at: Date
  sent_at: Date
  expires_at: Date
}

export interface WalletsTable {
  id: string
  user_id: string
  chain: string
  derivation_index: GeneratedAlways<number>
  public_address: string | null
  requested_at: Date
  due_at: Date | null
  created_at: Date
}

export interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  event_id: string
  kind: string
  body: string
  status: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  tried_since: Date
  next_attempt_at: Date | null
  attempted_at: Date | null
  response_status: number | null
  answer: string | null
  error: string | null
  duration_ms: number | null
  created_at: Date
}

export interface WebhooksTable {
  id: string
  url: string
  kinds: string[]
  secret: Buffer
  former_secret: Buffer | null
  former_secret_until: Date | null
  state: 'active' | 'paused' | 'off'
  failing_since: Date | null
  created_at: Date
}

export interface WishlistTable {
  user_id: string
  nft_id: string
  created_at: Date
}

export interface DB {
  audit_log: AuditLogTable
  audit_origins: AuditOriginsTable
  blocked_bytes: BlockedBytesTable
  categories: CategoriesTable
  chain_blocks: ChainBlocksTable
  chain_intents: ChainIntentsTable
  chain_signers: ChainSignersTable
  chain_transaction_intents: ChainTransactionIntentsTable
  chain_transactions: ChainTransactionsTable
  chain_transfers: ChainTransfersTable
  chain_unknown_tokens: ChainUnknownTokensTable
  chains: ChainsTable
  credit_holds: CreditHoldsTable
  custody_seed: CustodySeedTable
  custody_signatures: CustodySignaturesTable
  earnings_holds: EarningsHoldsTable
  event_deliveries: EventDeliveriesTable
  events: EventsTable
  factors: FactorsTable
  failure_counts: FailureCountsTable
  favourites: FavouritesTable
  fiat_accounts: FiatAccountsTable
  file_variants: FileVariantsTable
  files: FilesTable
  follows: FollowsTable
  heartbeats: HeartbeatsTable
  idempotency_keys: IdempotencyKeysTable
  incidents: IncidentsTable
  known_networks: KnownNetworksTable
  ledger_accounts: LedgerAccountsTable
  ledger_checks: LedgerChecksTable
  ledger_entries: LedgerEntriesTable
  ledger_transfers: LedgerTransfersTable
  listings: ListingsTable
  live_frames: LiveFramesTable
  messages: MessagesTable
  moderation_decisions: ModerationDecisionsTable
  nfts: NftsTable
  notification_choices: NotificationChoicesTable
  notifications: NotificationsTable
  page_versions: PageVersionsTable
  passkey_challenges: PasskeyChallengesTable
  payment_events: PaymentEventsTable
  payments: PaymentsTable
  payouts: PayoutsTable
  pins: PinsTable
  provider_cursors: ProviderCursorsTable
  rate_limits: RateLimitsTable
  refresh_tokens: RefreshTokensTable
  refunds: RefundsTable
  removed_bytes: RemovedBytesTable
  reports: ReportsTable
  reservation_phones: ReservationPhonesTable
  second_factor_failures: SecondFactorFailuresTable
  sessions: SessionsTable
  settings: SettingsTable
  used_links: UsedLinksTable
  users: UsersTable
  verification_codes: VerificationCodesTable
  wallets: WalletsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhooks: WebhooksTable
  wishlist: WishlistTable
}
