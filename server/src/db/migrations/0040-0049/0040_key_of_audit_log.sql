-- docs/decisions/0290. An origin has the time of its line, so the reference goes over both; the next migration checks the old rows.
-- oldest code that works with this: 20

-- First what the product writes first: the other way round each could wait for the other.
lock table audit_log in access exclusive mode;
alter table audit_origins drop constraint audit_origins_audit_id_fkey;
alter table audit_log drop constraint audit_log_pkey, add constraint audit_log_pkey primary key using index audit_log_key;
alter table audit_origins add constraint audit_origins_line foreign key (audit_id, created_at)
  references audit_log (id, created_at) not valid;
