-- Copies of a file that ended its server are tried twice, and by one process at a time.
-- oldest code that works with this: 7
alter table files add column copy_attempts integer not null default 0 check (copy_attempts >= 0);
alter table files add column copying_until timestamptz;
