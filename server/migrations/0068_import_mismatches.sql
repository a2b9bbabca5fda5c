-- Rows that would turn a record into another person or item.
alter table import_errors
  drop constraint import_errors_kind_check,
  add constraint import_errors_kind_check check (kind in ('error', 'duplicate', 'mismatch'));
