-- A chain without a number and without nonces that count: Solana is told by its genesis, a token by the address of its mint.
-- oldest code that works with this: 20
alter table chains drop constraint chains_chain_check,
  add constraint chains_chain_check check (chain in ('POLYGON', 'ETH', 'SOL')),
  alter column chain_id drop not null,
  -- Of the key that mints, and that the addresses of all mints are derived of.
  add column authority_address text,
  add constraint chains_identity check (case when chain = 'SOL' then chain_id is null and authority_address is not null else chain_id is not null end);

alter table nfts drop constraint nfts_token_id_check,
  add constraint nfts_token_id_check
    check (case when chain = 'SOL' then token_id ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$' else token_id ~ '^[0-9]{1,78}$' end);

alter table chain_transactions alter column nonce drop not null,
  alter column max_fee_per_gas drop not null,
  -- The durable nonce of bytes for Solana, and the slot in which that value was read.
  add column nonce_account text,
  add column nonce_value text,
  add column nonce_slot bigint,
  add constraint chain_transactions_nonce_check check (
    case when chain = 'SOL' then nonce_account is not null and nonce_value is not null and nonce_slot is not null
    else nonce is not null and max_fee_per_gas is not null end);
-- A value is given away once.
create unique index chain_transactions_durable_nonce on chain_transactions (chain, nonce_account, nonce_value)
  where nonce_account is not null and status in ('SIGNED', 'SENT', 'MINED');

alter table custody_signatures drop constraint custody_signatures_kind_check,
  add constraint custody_signatures_kind_check check (kind in ('LISTING', 'WITHDRAWAL', 'TRANSACTION', 'MINT'));
