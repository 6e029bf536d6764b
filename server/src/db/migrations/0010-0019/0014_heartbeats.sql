-- Which processes run, and when each of their loops last succeeded. A clean stop removes its row.
create table heartbeats (
  process_id uuid primary key,
  role text not null check (role in ('all', 'api', 'worker', 'signer')),
  host text not null,
  pid integer not null,
  -- Each sweep and indexer of the process by name: how often it does its round, and when it last succeeded.
  loops jsonb not null,
  started_at timestamptz not null,
  beat_at timestamptz not null
);

-- What is wrong now and the operator has been told of. A row goes when it is over, which is told as well.
create table incidents (
  key text primary key,
  summary text not null,
  detail text not null,
  message_ids jsonb not null,
  opened_at timestamptz not null
);
