--! needs-lock
-- Letters of what is compared have the same case in every locale: a Turkish one makes ı of I, so that “insulin” did not find
-- INSULIN PEN.

create function lower_case(value text) returns text language sql immutable strict parallel safe
return lower(lower(value collate "C") collate "default");

create or replace function folded(value text) returns text language sql immutable strict parallel safe
return lower_case(unaccent('unaccent'::regdictionary, value));

drop index locations_by_name;
create unique index locations_by_name on locations (lower_case(name));
drop index patient_identifiers_by_value;
create index patient_identifiers_by_value on patient_identifiers (lower_case(value));
drop index payments_by_reference;
create index payments_by_reference on payments using gin (folded(reference) gin_trgm_ops);
drop index credit_notes_by_number;
create index credit_notes_by_number on credit_notes using gin (folded(number) gin_trgm_ops);

-- Where the locale is one of these, what was computed before is computed again.
do $$ begin
  if lower('I') <> 'i' then
    update patients set given_name = given_name, family_name = family_name;
    delete from patient_match_keys;
    perform write_match_keys(array(select id from patients));
    reindex table patients;
    reindex table patient_changes;
    reindex table patient_identifiers;
    reindex table items;
    reindex table lots;
    reindex table projects;
    reindex table sources;
    reindex table trackers;
    reindex table api_keys;
    reindex table invoices;
  end if;
end $$;
