-- What happened, written in the transaction of its cause; and for each consumer of the type a row that waits until it is handled.
-- oldest code that works with this: 18
create table events (
  id uuid not null,
  type text not null,
  -- [{"type": "nft", "id": "…"}, …]; the first is what changed.
  subjects jsonb not null,
  data jsonb not null,
  recorded_at timestamptz not null,
  primary key (id, recorded_at)
) partition by range (recorded_at);
-- Takes what no month is there for, so that a missing partition never fails the cause of an event.
create table events_default partition of events default;

-- Deleted in the transaction that handles it: what stands here is not done.
create table event_deliveries (
  consumer text not null,
  event_id uuid not null,
  recorded_at timestamptz not null,
  -- The event's first subject: per consumer, its events are handled by position.
  subject text not null,
  position bigint generated always as identity,
  attempts integer not null default 0,
  due_at timestamptz not null,
  error text,
  primary key (consumer, event_id)
);
create index event_deliveries_due on event_deliveries (consumer, due_at, position);
create index event_deliveries_order on event_deliveries (consumer, subject, position);
create index event_deliveries_failing on event_deliveries (consumer) where attempts > 0;

-- Makes the partitions of this month and the next two. As the owner, whose right the application's role lacks.
create function make_event_partitions(p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  month_start timestamptz;
  month_end timestamptz;
  partition_name text;
begin
  perform pg_advisory_xact_lock(7305002);
  for months_ahead in 0..2 loop
    month_start := date_trunc('month', p_now) + make_interval(months => months_ahead);
    month_end := month_start + interval '1 month';
    partition_name := 'events_' || to_char(month_start, 'YYYY_MM');
    continue when to_regclass(format('public.%I', partition_name)) is not null;
    lock table events_default in access exclusive mode;
    execute format('create table %I (like events including all)', partition_name);
    execute format(
      'with moved as (delete from events_default where recorded_at >= $1 and recorded_at < $2 returning *) insert into %I select * from moved',
      partition_name) using month_start, month_end;
    execute format('alter table events attach partition %I for values from (%L) to (%L)', partition_name, month_start, month_end);
  end loop;
end $$;

-- Drops the months that ended before `p_before`, but never one with an event that a consumer has not handled.
create function drop_event_partitions(p_before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  partition_name text;
  month_start timestamptz;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7305002);
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$' order by c.relname
  loop
    month_start := to_timestamp(right(partition_name, 7), 'YYYY_MM');
    continue when month_start + interval '1 month' > p_before;
    continue when exists (
      select from event_deliveries d where d.recorded_at >= month_start and d.recorded_at < month_start + interval '1 month');
    execute format('drop table %I', partition_name);
    dropped := dropped + 1;
  end loop;
  delete from events_default e
  where e.recorded_at < p_before and not exists (select from event_deliveries d where d.event_id = e.id);
  return dropped;
end $$;

revoke execute on function make_event_partitions(timestamptz), drop_event_partitions(timestamptz) from public;
select make_event_partitions(now());
