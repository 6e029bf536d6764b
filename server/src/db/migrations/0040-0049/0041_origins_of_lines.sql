-- oldest code that works with this: 20
alter table audit_origins validate constraint audit_origins_line;
