-- Payments of one kind, which were read in the order of all, and those of a member who has left: the unique index of addresses has
-- members alone, so that each search among payments read all of the table of members. Bookmarks are in the whole order of their list: without the NFT in it,
-- all of a member's were sorted for each page.
-- outside a transaction
-- oldest code that works with this: 45
create index concurrently if not exists payments_kind on payments (kind, id desc);
create index concurrently if not exists users_deleted_email on users (email) where status = 'DELETED';
create index concurrently if not exists favourites_in_order on favourites (user_id, created_at desc, nft_id desc);
drop index concurrently if exists favourites_newest;
create index concurrently if not exists wishlist_in_order on wishlist (user_id, created_at desc, nft_id desc);
drop index concurrently if exists wishlist_newest;
