-- Tokens of the collection that no NFT here has: minted after the backup that was restored, or by another holder of our role.
create table chain_unknown_tokens (
  chain text not null references chains,
  token_id text not null,
  to_address text not null,
  transaction_hash text not null,
  block_number bigint not null,
  seen_at timestamptz not null,
  -- When an operator has dealt with it.
  settled_at timestamptz,
  primary key (chain, token_id)
);
create index chain_unknown_tokens_open on chain_unknown_tokens (chain) where settled_at is null;
