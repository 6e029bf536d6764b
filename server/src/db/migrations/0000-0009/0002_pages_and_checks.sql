-- Every text that a page of the footer has had; the newest is shown, and without one the text that comes with the product.
create table page_versions (
  page text not null,
  version integer not null check (version > 0),
  text text not null,
  saved_by uuid not null,
  created_at timestamptz not null,
  primary key (page, version)
);
create trigger page_versions_append_only before update or delete on page_versions for each row execute function refuse_change();

-- No two categories of one name, however it is written. Deferrable, so that two can swap their names in one transaction: what a
-- unique index on an expression cannot be. Names that differed in their case only are told apart first.
update categories set name = name || ' ' || id
where exists (select from categories other where lower(other.name) = lower(categories.name) and other.id < categories.id);
alter table categories drop constraint categories_name_key;
alter table categories add constraint categories_name exclude using btree (lower(name) with =) deferrable;

-- How far the check of the books has come, and what it found; one row.
create table ledger_checks (
  is_only boolean primary key default true check (is_only),
  verified_entry_id bigint not null,
  -- For each kind of row the last id that this round has looked at; null: all of them.
  cursors jsonb not null,
  found jsonb not null,
  found_last_round jsonb not null,
  round_ended_at timestamptz,
  checked_at timestamptz not null
);
create index credit_holds_open on credit_holds (user_id) where status = 'HELD';
create index earnings_holds_open on earnings_holds (user_id) where status in ('HELD', 'FROZEN');

create index file_variants_key on file_variants (storage_key);
-- The sales of the last weeks, for the charts of the Dashboard.
create index listings_sold on listings (updated_at) where status = 'SOLD';
