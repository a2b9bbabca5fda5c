-- The audit log is listed by time instead of by id, so that a filter by time reads only the entries in that time, however
-- many came later. Ids only decide between entries of the same millisecond.
drop index audit_log_by_time;
create index audit_log_by_time on audit_log (at, id);
drop index audit_log_by_action;
create index audit_log_by_action on audit_log (action, at, id);
drop index audit_log_by_api_key;
create index audit_log_by_api_key on audit_log (api_key_id, at, id) where api_key_id is not null;
