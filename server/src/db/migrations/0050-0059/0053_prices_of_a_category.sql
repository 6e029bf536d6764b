-- To count what has some prices in a category, all NFTs of the category were read past. A category by price was sorted out of all prices.
-- outside a transaction
-- oldest code that works with this: 45
create index concurrently if not exists nfts_listed_price_of_category on nfts (category_id, active_price_cents, id) where taken_down_at is null and approval = 'APPROVED' and active_price_cents is not null;
