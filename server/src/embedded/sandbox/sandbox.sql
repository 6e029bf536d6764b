-- The sandbox payment provider's own store: it stands for another company's database and shares nothing with ours.
create schema if not exists sandbox;

create table if not exists sandbox.payments (
  payment_id uuid primary key,
  order_id text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  purpose text not null,
  commodity text not null,
  receiver text not null,
  state text not null default 'created',
  -- What was really paid, to whom: the scripts of wrong amount and wrong receiver differ from what was asked.
  paid_amount_cents bigint,
  paid_receiver text,
  fee_cents bigint not null default 0,
  tx_id text,
  card_last4 text,
  decline_code text,
  -- A script's later step: what the payment becomes by itself, and when.
  next_state text,
  next_state_at timestamptz,
  refund_outcome text not null default 'done',
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- What the merchant wants to find again.
alter table sandbox.payments add column if not exists metadata jsonb not null default '{}';
create index if not exists payments_next on sandbox.payments (next_state_at) where next_state is not null;
create index if not exists payments_updated on sandbox.payments (updated_at);

create table if not exists sandbox.refunds (
  refund_id uuid primary key,
  refund_ref text not null,
  payment_id uuid not null references sandbox.payments,
  amount_cents bigint not null,
  state text not null,
  created_at timestamptz not null
);

-- Webhooks on their way; one that is delivered or given up has no due_at.
create table if not exists sandbox.deliveries (
  id text primary key,
  payment_id uuid not null,
  type text not null,
  body text not null,
  attempts integer not null default 0,
  due_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index if not exists deliveries_due on sandbox.deliveries (due_at) where due_at is not null;
