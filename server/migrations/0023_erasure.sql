--! needs-lock
-- Erasure of patients (GDPR, article 17), and of what was billed to them once no law obliges to keep it.

alter table settings add column retention jsonb not null default '{"invoicesYears": 10}';

-- Which records were erased: ids without names. Restoring an older backup repeats them.
create table erasures (
  id          uuid           primary key,
  -- A record, and those that were merged into it.
  patient_ids uuid[]         not null check (cardinality(patient_ids) > 0),
  erased_at   timestamptz(3) not null default now()
);

create trigger erasures_kept before update or delete or truncate on erasures
  for each statement execute function refuse_change();

-- Set by the functions that erase, until their end. A function's own setting would take a superuser.
create function erasing() returns boolean language sql stable
return coalesce(current_setting('aerie.erasing', true) = 'on', false);

-- For what is kept until its patient is erased.
create function refuse_change_unless_erasing() returns trigger language plpgsql as $$
begin
  if not erasing() then
    raise exception '% is only added to: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
  end if;
  return case when tg_level = 'ROW' then old end;
end
$$;

create or replace trigger patient_merges_kept before delete or truncate on patient_merges
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger patient_merge_rows_kept before update or delete or truncate on patient_merge_rows
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger patient_changes_kept before update or delete or truncate on patient_changes
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger access_log_kept before update or truncate on access_log
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger access_log_kept_six_years before delete on access_log
  for each row when (old.at > now() - interval '6 years') execute function refuse_change_unless_erasing();
create or replace trigger audit_labels_kept before update or delete or truncate on audit_labels
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger invoices_frozen before update or delete on invoices
  for each row when (old.status <> 'draft' and not erasing()) execute function invoices_frozen();
create or replace trigger invoice_lines_kept before update or truncate on invoice_lines
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger invoice_discounts_kept before update or truncate on invoice_discounts
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger payments_kept before update or delete or truncate on payments
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger credit_notes_kept before update or delete or truncate on credit_notes
  for each statement execute function refuse_change_unless_erasing();
create or replace trigger issued_files_kept before update or delete or truncate on issued_files
  for each statement execute function refuse_change_unless_erasing();

-- Null once the patient was erased.
alter table invoices alter column patient_id drop not null;
create index invoices_of_erased on invoices (issue_date) where patient_id is null;

-- A record's survivor, and all that were merged into it.
create function patient_records(record uuid) returns setof uuid language sql stable strict parallel safe
begin atomic
  with recursive records as (
    select patient_root(record) as id
    union all
    select p.id from records join patients p on p.merged_into = records.id
  )
  select id from records where id is not null;
end;

-- Removes words that no name has any more. Simultaneous writers of names wait, because they would rely on a word that goes.
create function forget_name_words(words text[]) returns void language plpgsql as $$
begin
  lock table name_words in share row exclusive mode;
  delete from name_words where word = any (words)
    and not exists (select from patient_name_words named where named.word = name_words.word);
end
$$;

create function forget_payer_names(names text[]) returns void language plpgsql as $$
begin
  lock table payer_names in share row exclusive mode;
  delete from payer_names where name = any (names)
    and not exists (select from invoices where billed_to = payer_names.name and payer is not null);
end
$$;

-- Erases all of these records, which the caller has locked, and returns how many rows of what were removed or lost their names. What
-- stays are issued invoices, without their patient. Ids that are unknown, or erased already, change nothing.
create function erase_patients(ids uuid[]) returns table (what text, count bigint) language plpgsql as $$
declare
  merges uuid[] := array(select id from patient_merges where source_id = any (ids) or target_id = any (ids));
  -- The other records of merges that were undone, too.
  parties uuid[] := array(
    select source_id from patient_merges where id = any (merges) union select target_id from patient_merges where id = any (merges));
  words text[] := array(select distinct word from patient_name_words where patient_id = any (ids || parties));
  -- Present and former names as whole words.
  names text[] := array(
    select distinct ' ' || btrim(address_key(name, null, null)) || ' ' from (
      select concat_ws(' ', given_name, family_name) as name from patients where id = any (ids)
      union all
      select concat_ws(' ', value ->> 'givenName', value ->> 'familyName')
      from patient_changes cross join lateral (values (before), (after)) named (value) where patient_id = any (ids)
    ) named where btrim(address_key(name, null, null)) <> '');
  payers text[];
begin
  perform set_config('aerie.erasing', 'on', true);
  what := 'audit_names';
  delete from audit_labels using audit_log where audit_log.id = entry_id
    and (target_id = any (ids) or details ->> 'mergeId' = any (merges::text[]));
  get diagnostics count = row_count;
  return next;

  -- Of an entry for other patients, too, theirs remain.
  what := 'access_log_entries';
  with removed as (
    delete from access_log where patient_ids && ids and patient_ids <@ ids returning 1
  ), left_over as (
    select at, id, array(select shown from unnest(patient_ids) shown where shown <> all (ids)) as others
    from access_log where patient_ids && ids and not patient_ids <@ ids
  ), changed as (
    update access_log set patient_ids = others, count = cardinality(others)
    from left_over where access_log.at = left_over.at and access_log.id = left_over.id returning 1
  )
  select (select count(*) from removed) + (select count(*) from changed) into count;
  return next;

  -- A repeat of a call must not show the patient again, nor do its work twice.
  what := 'stored_answers';
  update idempotency_records set status = 409, body = null
  where exists (select from unnest(ids) erased where position(erased::text in body) > 0);
  get diagnostics count = row_count;
  return next;

  what := 'import_rows';
  update import_errors set message = 'The patient was erased', patient_id = null
  where patient_id = any (ids) or import_id in (select id from imports where kind = 'patients')
    and exists (select from unnest(names) name where position(name in address_key(message, null, null)) > 0);
  get diagnostics count = row_count;
  with removed as (delete from imported_records where kind = 'patients' and record_id = any (ids) returning 1)
  select erase_patients.count + count(*) into count from removed;
  return next;

  what := 'duplicate_marks';
  delete from not_duplicate_pairs where patient_a = any (ids) or patient_b = any (ids);
  get diagnostics count = row_count;
  delete from likely_duplicates where patient_a = any (ids) or patient_b = any (ids);
  return next;

  what := 'invoice_drafts';
  payers := array(
    select distinct billed_to from invoices where patient_id = any (ids) and status = 'draft' and payer is not null);
  delete from invoices where patient_id = any (ids) and status = 'draft';
  get diagnostics count = row_count;
  perform forget_payer_names(payers);
  return next;
  -- Waits for those that were issued meanwhile.
  update invoices set patient_id = null where patient_id = any (ids);

  what := 'changes';
  delete from patient_changes where patient_id = any (ids);
  get diagnostics count = row_count;
  return next;

  -- The history of the other record has this one's values.
  what := 'merges';
  update patient_changes set kind = 'update', merge_id = null, before = '{}', after = '{}' where merge_id = any (merges);
  delete from patient_name_words named where is_former and patient_id = any (parties) and not exists (
    select from patient_changes c where c.patient_id = named.patient_id and c.former_name_key = named.name_key);
  delete from patient_merge_rows where merge_id = any (merges);
  delete from patient_merges where id = any (merges);
  get diagnostics count = row_count;
  return next;

  what := 'identifiers';
  delete from patient_identifiers where patient_id = any (ids);
  get diagnostics count = row_count;
  return next;

  what := 'records';
  -- Only in a backup that is restored: what was merged into one of these was separated before the erasure.
  update patients set merged_into = null where merged_into = any (ids) and id <> all (ids);
  delete from patients where id = any (ids);
  get diagnostics count = row_count;
  delete from patient_name_words where patient_id = any (ids) and is_former;
  perform forget_name_words(words);
  return next;
  perform set_config('aerie.erasing', 'off', true);
end
$$;

-- Takes from invoices of erased patients that were issued before a date everything that names somebody: numbers and amounts stay, so
-- that series have no gaps and books add up. Returns how many they are, at most so many.
create function forget_billed(issued_before date, most integer) returns bigint language plpgsql as $$
declare
  billed uuid[] := array(
    select id from invoices where patient_id is null and issue_date < issued_before and bill_to ->> 'name' <> 'Removed'
    order by issue_date limit most for update skip locked);
  payers text[] := array(select distinct billed_to from invoices where id = any (billed) and payer is not null);
begin
  perform set_config('aerie.erasing', 'on', true);
  update invoices set payer = null, buyer_reference = null, note = null,
    void_reason = case when void_reason is not null then 'Removed' end,
    bill_to = (select jsonb_object_agg(key, case when key in ('name', 'patientName') then '"Removed"'::jsonb else 'null' end)
      from jsonb_each(bill_to))
  where id = any (billed);
  update invoice_lines set description = 'Removed', code = null where invoice_id = any (billed);
  update invoice_discounts set reason = 'Removed' where invoice_id = any (billed);
  update payments set reference = null, reason = case when reason is not null then 'Removed' end,
    invoice_text = (select number || ' Removed' from invoices where invoices.id = invoice_id)
  where invoice_id = any (billed);
  update credit_notes set reason = 'Removed' where invoice_id = any (billed);
  delete from issued_files where document_id = any (billed)
    or document_id in (select id from credit_notes where invoice_id = any (billed));
  perform forget_payer_names(payers);
  perform set_config('aerie.erasing', 'off', true);
  return cardinality(billed);
end
$$;
