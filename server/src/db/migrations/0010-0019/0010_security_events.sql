-- Where an act of the audit log came from. Apart from it, because it is about a person: it goes with the account, and after a year.
create table audit_origins (
  audit_id bigint primary key references audit_log,
  -- The member whom it concerns and who sees it; null: no account.
  user_id uuid references users,
  address text not null,
  -- "Chrome on Windows".
  device text not null,
  created_at timestamptz not null
);
create index audit_origins_user on audit_origins (user_id, audit_id desc) where user_id is not null;
create index audit_origins_created_at on audit_origins (created_at);
create index audit_log_action on audit_log (action, id desc);

-- Failures that strangers can cause, counted per account (or network, where there is none) and minute. A sweep makes one line of the
-- audit log of each minute that is over.
create table failure_counts (
  -- A member's id, or a network.
  subject text not null,
  user_id uuid references users,
  action text not null,
  minute timestamptz not null,
  count integer not null,
  -- Of the last one.
  address text not null,
  user_agent text not null,
  primary key (subject, action, minute)
);
create index failure_counts_minute on failure_counts (minute);
create index failure_counts_user on failure_counts (user_id) where user_id is not null;
