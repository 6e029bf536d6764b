-- A mail whose link has ended is of no use to anybody: it is given up then, as a code is. Null: it is of use whenever it comes.
-- oldest code that works with this: 45
alter table messages add column expires_at timestamptz;
