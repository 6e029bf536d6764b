-- With which phone an NFT was reserved, as a keyed hash: who changes the phone or deletes the account does not begin anew
-- (payments/checkout/abandoned-holds.ts).
-- oldest code that works with this: 20
create table reservation_phones (
  payment_id uuid primary key references payments (id) on delete cascade,
  nft_id uuid not null,
  phone_hash bytea not null,
  created_at timestamptz not null
);
create index reservation_phones_nft on reservation_phones (nft_id, phone_hash);
create index reservation_phones_old on reservation_phones (created_at);
