-- Lists that read on in the order of their time over what they do not show: the front of Explore over what was never sold, a webhook's
-- failed deliveries over those that were taken, a member's unread lines over the read ones.
-- outside a transaction
-- oldest code that works with this: 45
create index concurrently if not exists nfts_sold_newest on nfts (updated_at desc, id desc) where taken_down_at is null and approval = 'APPROVED' and last_sale_cents is not null;
create index concurrently if not exists webhook_deliveries_failed on webhook_deliveries (webhook_id, created_at desc, id desc) where status = 'failed';
create index concurrently if not exists notifications_unread_newest on notifications (user_id, created_at desc, id desc) where read_at is null;
drop index concurrently if exists notifications_unread;
