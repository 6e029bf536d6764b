-- What open pages are told of, for as long as a page that lost its stream may come back for it.
-- oldest code that works with this: 20
create table live_frames (
  id bigint generated always as identity primary key,
  -- Frames become visible in the order of their commits, not of their ids: a reader looks again for the transactions that were running.
  transaction_id xid8 not null default pg_current_xact_id(),
  audience text not null check (audience in ('member', 'public', 'operators')),
  -- Whose page, for one member.
  user_id uuid,
  -- Of a notification, or the type of an event.
  kind text not null,
  subject_type text not null check (subject_type in ('nft', 'payment', 'payout', 'user')),
  subject_id uuid not null,
  created_at timestamptz not null,
  check ((audience = 'member') = (user_id is not null))
);
create index live_frames_by_transaction on live_frames (transaction_id);
create index live_frames_by_age on live_frames (created_at);
