-- The disputed NFT was sold on: what its buyer has earned is frozen until the chargeback is decided.
alter table payments add column freezes_earnings boolean not null default false;
create index payments_freezing on payments (user_id) where freezes_earnings;
