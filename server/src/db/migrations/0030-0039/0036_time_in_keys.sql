-- What only grows has its time in its key, so that it can be divided by time without being written anew
-- (docs/decisions/0290). The next migrations put these in the place of the primary keys.
-- outside a transaction
-- oldest code that works with this: 20
create unique index concurrently if not exists messages_key on messages (id, created_at);
create unique index concurrently if not exists payment_events_key on payment_events (id, received_at);
create unique index concurrently if not exists ledger_entries_key on ledger_entries (id, created_at);
create unique index concurrently if not exists audit_log_key on audit_log (id, created_at);
