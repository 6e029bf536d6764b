-- Marketplace of one category. Its rows were read in the order of all that is listed, and those of the other categories passed over
-- (docs/decisions/0261).
-- outside a transaction
-- oldest code that works with this: 20
create index concurrently if not exists nfts_listed_of_category on nfts (category_id, updated_at desc, id desc) where taken_down_at is null and approval = 'APPROVED' and active_price_cents is not null;
