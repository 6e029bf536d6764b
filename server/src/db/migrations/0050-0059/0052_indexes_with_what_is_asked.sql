-- To list a chain, all of its NFTs were read and sorted. To count a member's NFTs, each was looked up. Of an actor's lines in the audit log, those of a
-- kind were intersected with the lines of all. The overview looked through all that had changed for what was made, and an operator's
-- lines were sorted out of all the lines of theirs. With what is asked of a row in its index, the row itself is not read.
-- outside a transaction
-- oldest code that works with this: 45
create index concurrently if not exists nfts_of_chain on nfts (chain, updated_at desc, id desc) include (active_price_cents) where taken_down_at is null and approval = 'APPROVED';
create index concurrently if not exists nfts_of_creator on nfts (created_by, updated_at desc, id desc) include (owned_by, taken_down_at);
drop index concurrently if exists nfts_creator;
create index concurrently if not exists nfts_of_owner on nfts (owned_by, updated_at desc, id desc) include (taken_down_at);
drop index concurrently if exists nfts_owner;
create index concurrently if not exists audit_log_of_actor on audit_log (actor_id, id desc) include (action) where actor_id is not null;
drop index concurrently if exists audit_log_actor;
create index concurrently if not exists audit_log_of_subject on audit_log (subject_id, id desc) include (action);
drop index concurrently if exists audit_log_subject_id;
create index concurrently if not exists nfts_made on nfts (created_at) where mint_status = 'SUCCESSED' and taken_down_at is null;
create index concurrently if not exists listings_sold_newest on listings (updated_at) include (price_cents, fee_cents) where status = 'SOLD';
drop index concurrently if exists listings_sold;
create index concurrently if not exists notifications_of_operators on notifications (user_id, created_at desc, id desc) where kind like 'admin.%';
