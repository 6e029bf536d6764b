-- What members are told of in the product, and what they chose to be told of.
-- oldest code that works with this: 20
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  -- Unread lines of one group are one line, which gains what is told of later.
  group_key text,
  -- The newest first; what has gone meanwhile is left out when the line is read.
  nft_ids uuid[] not null default '{}',
  actor_ids uuid[] not null default '{}',
  payment_id uuid references payments (id),
  amount_cents bigint,
  -- Words of the operator who decided.
  reason text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create unique index notifications_one_of_a_group on notifications (user_id, kind, group_key)
  where read_at is null and group_key is not null;
create index notifications_age on notifications (created_at);

-- Only what differs from the default of its kind.
create table notification_choices (
  user_id uuid not null references users (id),
  kind text not null,
  in_app boolean not null,
  email text not null check (email in ('now', 'daily', 'off')),
  updated_at timestamptz not null,
  primary key (user_id, kind)
);

-- IANA name; the browser's, until the member chooses one.
alter table users add column time_zone text;
