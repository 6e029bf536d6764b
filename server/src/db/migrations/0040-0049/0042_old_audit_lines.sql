-- Lines of the audit log end after years (AUDIT_KEPT_DAYS), by this function of the owner alone: the application's role still deletes nothing.
-- oldest code that works with this: 20

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update on audit_log for each row execute function refuse_change();
create trigger audit_log_no_delete before delete on audit_log for each row
  when (current_setting('verso.deletes_audit_lines', true) is distinct from 'on') execute function refuse_change();

-- Of the oldest `p_limit` lines those from before `p_before`. Five years are kept whoever asks.
create function delete_audit_lines(p_before timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  deleted integer;
begin
  perform set_config('verso.deletes_audit_lines', 'on', true);
  with oldest as materialized (select id, created_at from audit_log order by id limit p_limit)
  delete from audit_log a using oldest o
  where (a.id, a.created_at) = (o.id, o.created_at) and o.created_at < least(p_before, now() - interval '1825 days');
  get diagnostics deleted = row_count;
  perform set_config('verso.deletes_audit_lines', '', true);
  return deleted;
end $$;

revoke execute on function delete_audit_lines(timestamptz, integer) from public;
