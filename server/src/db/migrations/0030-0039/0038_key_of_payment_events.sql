-- docs/decisions/0290. That a provider's event is taken once is held by its own unique key, as before.
-- oldest code that works with this: 20
alter table payment_events drop constraint payment_events_pkey,
  add constraint payment_events_pkey primary key using index payment_events_key;
