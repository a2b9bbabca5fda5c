-- How common a name or birth date is among the patients decides how much it weighs between two records. These indexes count
-- a value without reading the patients, and without a table of totals, whose rows would make concurrent inserts wait.
alter table patients
  add column given_key  text generated always as (compact(given_name)) stored,
  add column family_key text generated always as (compact(family_name)) stored;

create index patients_by_given_key on patients (given_key) where merged_into is null;
create index patients_by_family_key on patients (family_key) where merged_into is null;
