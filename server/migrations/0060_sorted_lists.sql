-- Lists can be sorted by these values. The id is in each index because it decides among equals.
drop index invoices_by_day;
create index invoices_by_day on invoices (day, id);
create index invoices_in_due_order on invoices ((coalesce(due_date, 'infinity'::date)), id);

-- Compared by code point, which does not depend on the operating system's collations. Of current records only: few are merged.
create index patients_in_name_order on patients
  (((coalesce(family_key, '') || ' ' || coalesce(given_key, '')) collate "C"), id) where merged_into is null;
