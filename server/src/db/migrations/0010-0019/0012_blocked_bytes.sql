-- Bytes that no file shows any more, from any uploader, and the NFT they were blocked from.
-- oldest code that works with this: 11
create table blocked_bytes (
  sha256 text primary key,
  nft_id uuid not null references nfts,
  blocked_by uuid not null references users,
  reason text not null,
  blocked_at timestamptz not null
);
