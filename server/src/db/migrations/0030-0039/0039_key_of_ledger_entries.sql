-- docs/decisions/0290
-- oldest code that works with this: 20
alter table ledger_entries drop constraint ledger_entries_pkey,
  add constraint ledger_entries_pkey primary key using index ledger_entries_key;
