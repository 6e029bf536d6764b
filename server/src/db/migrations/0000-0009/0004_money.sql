-- How far what changed at a payment provider has been compared with ours: after an absence, everything since is listed.
create table provider_cursors (
  provider text primary key check (provider in ('sandbox', 'stripe', 'wert')),
  compared_until timestamptz not null
);

-- A payment is found by every id related to it, and its history by the rows that caused its transfers.
create index payments_nft on payments (nft_id) where nft_id is not null;
create index refunds_provider_ref on refunds (provider_ref) where provider_ref is not null;
create index chain_intents_payment on chain_intents (payment_id) where payment_id is not null;
create index earnings_holds_user on earnings_holds (user_id, created_at desc);
create index ledger_transfers_cause on ledger_transfers (cause_id);
