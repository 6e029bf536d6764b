-- The audit log by who acted, what it was about and what was done, and payments by state, day and amount (docs/decisions/0261).
-- oldest code that works with this: 20
create index audit_log_actor on audit_log (actor_id, id desc) where actor_id is not null;
create index audit_log_subject_id on audit_log (subject_id, id desc);
-- Equality as before, and beginnings in every locale.
drop index audit_log_action;
create index audit_log_action on audit_log (action text_pattern_ops, id desc);

create index payments_status on payments (status, id desc);
create index payments_created_at on payments (created_at);
create index payments_amount on payments (amount_cents);
