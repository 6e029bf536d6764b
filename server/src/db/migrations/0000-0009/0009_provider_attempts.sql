-- A provider repeats its answer to an idempotency key for a day, a failure too: each attempt has a key of its own.
alter table payments add column session_attempt integer not null default 0;
alter table refunds add column key_attempt integer not null default 0;
-- Since when the provider has said that a refund is on its way.
alter table refunds add column pending_since timestamptz;
-- When an unsigned hint last made this payment due: further ones wait for that look-up.
alter table payments add column hinted_at timestamptz;
