-- Addresses of the operators' other programs, and what they are told.
-- oldest code that works with this: 20
create table webhooks (
  id uuid primary key,
  url text not null,
  -- Types of events.
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Sealed under SECRET_KEY. The former one signs too for a while after it was replaced.
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz,
  state text not null check (state in ('active', 'paused', 'off')),
  -- Since when nothing that was sent was taken.
  failing_since timestamptz,
  created_at timestamptz not null,
  check ((former_secret is null) = (former_secret_until is null))
);

-- One for each event and address, written in the transaction that handles the event.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event_id uuid not null,
  kind text not null,
  -- The very bytes that are signed and sent.
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Counted from here, a failing delivery is given up.
  tried_since timestamptz not null,
  next_attempt_at timestamptz,
  -- Of the last attempt.
  attempted_at timestamptz,
  response_status integer,
  answer text,
  error text,
  duration_ms integer,
  created_at timestamptz not null,
  unique (webhook_id, event_id),
  check ((status = 'waiting') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where status = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);
