-- What was paid a second time under one payment is a case of its own: whatever else happens to the payment leaves it open.
-- Anybody may send an event of any type, so the type alone says nothing.
alter table payment_events add column needs_person boolean not null default false;
create index payment_events_case on payment_events (payment_id) where needs_person;
