-- Where a member signed in before: there, failures of strangers elsewhere do not count against them.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  -- The IPv4 address, or the first 64 bits of an IPv6 one.
  network text not null,
  -- By a full sign-in; otherwise only by the link of a reset.
  has_signed_in boolean not null,
  last_seen_at timestamptz not null,
  primary key (user_id, network)
);
create index known_networks_last_seen on known_networks (last_seen_at);
-- IPv6 networks become known with the next use of a session.
insert into known_networks (user_id, network, has_signed_in, last_seen_at)
select user_id, regexp_replace(address, '^::ffff:', '', 'i') as network, true, max(last_used_at)
from sessions where kind = 'FULL' and address ~* '^(::ffff:)?[0-9]+(\.[0-9]+){3}$'
group by 1, 2;

-- A session ends 180 days after sign-in at the latest.
update sessions set expires_at = least(expires_at, created_at + interval '180 days') where kind = 'FULL';
