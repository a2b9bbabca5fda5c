-- The names of people in the audit log, which can be erased: an entry, which is sealed, has only their salted hash.
create table audit_labels (
  entry_id uuid  primary key references audit_log,
  salt     bytea not null,
  label    text  not null
);

create trigger audit_labels_kept before update or delete or truncate on audit_labels
  for each statement execute function refuse_change();
