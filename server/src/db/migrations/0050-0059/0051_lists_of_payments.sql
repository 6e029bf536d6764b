-- Payments of one kind, which were read in the order of all, and those of a member who has left: the unique index of addresses has
-- members alone, so that each search among payments read all of the table of members.
-- outside a transaction
-- oldest code that works with this: 45
create index concurrently if not exists payments_kind on payments (kind, id desc);
create index concurrently if not exists users_deleted_email on users (email) where status = 'DELETED';
