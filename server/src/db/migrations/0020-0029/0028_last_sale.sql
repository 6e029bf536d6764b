-- What the last sale of an NFT brought: the Gallery has no other price to filter and sort by (docs/rules.md R25).
-- oldest code that works with this: 20
alter table nfts add column last_sale_cents bigint;

update nfts set last_sale_cents = sold.price_cents from (
  select distinct on (nft_id) nft_id, price_cents from listings where status = 'SOLD' order by nft_id, created_at desc, id desc
) sold where sold.nft_id = nfts.id;

-- A sale that a reorganisation undid is none: the one before it counts again.
create function write_last_sale() returns trigger language plpgsql as $$
begin
  update nfts set last_sale_cents = (
    select price_cents from listings where nft_id = new.nft_id and status = 'SOLD' order by created_at desc, id desc limit 1
  ) where id = new.nft_id;
  return null;
end $$;
create trigger listings_sold after insert on listings
  for each row when (new.status = 'SOLD') execute function write_last_sale();
create trigger listings_sold_or_undone after update of status on listings
  for each row when ((new.status = 'SOLD') <> (old.status = 'SOLD')) execute function write_last_sale();

-- One for each direction: what was never sold comes last in both.
create index nfts_gallery_cheap_first on nfts (coalesce(last_sale_cents, 9007199254740991), id)
  where taken_down_at is null and approval = 'APPROVED' and active_price_cents is null;
create index nfts_gallery_dear_first on nfts (coalesce(last_sale_cents, -1), id)
  where taken_down_at is null and approval = 'APPROVED' and active_price_cents is null;
