-- Which call showed which patients to whom: one row a call, instead of one per patient, user, key and minute. Nodes write it
-- in batches, so it has no foreign keys, whose checks would cost more than the rest of the insert. Merges do not move it: each
-- record keeps its own.
create table access_log (
  -- Assigned by the node, so that a batch that is written twice adds nothing.
  id          uuid           not null,
  at          timestamptz(3) not null,
  user_id     uuid           not null,
  -- Null for a browser's session.
  api_key_id  uuid,
  address     text,
  -- Null in rows of patient_reads, whose time is the start of a minute.
  operation   text,
  -- Null if any patient may have been shown.
  patient_ids uuid[],
  count       int            not null check (count >= 0 and (patient_ids is null or count = cardinality(patient_ids))),

  primary key (at, id)
);

-- An id of its own for each fact, as nodes of the previous version repeat a batch with other ids.
insert into access_log (id, at, user_id, api_key_id, patient_ids, count)
select md5(concat_ws(' ', patient_id, user_id, api_key_id, minute at time zone 'utc'))::uuid, minute, user_id, api_key_id, array[patient_id], 1
from patient_reads;
drop trigger patient_reads_kept on patient_reads;
drop trigger patient_reads_kept_six_years on patient_reads;
drop index patient_reads_by_user;
alter table patient_reads drop constraint patient_reads_once;
drop table patient_reads;

create index access_log_by_user on access_log (user_id, at, id);
-- One entry for each patient of a call in a B-tree would cost four times as much to write.
create index access_log_by_patient on access_log using gin (patient_ids);
create index access_log_of_all on access_log (at, id) where patient_ids is null;

-- Entries are only added, and deleted after six years.
create trigger access_log_kept before update or truncate on access_log
  for each statement execute function refuse_change();
create trigger access_log_kept_six_years before delete on access_log
  for each row when (old.at > now() - interval '6 years') execute function refuse_change();

-- Nodes of the previous version add to it until they are upgraded. It stays empty: its rows go to the access log.
create table patient_reads (
  id         uuid           not null,
  patient_id uuid           not null,
  user_id    uuid           not null,
  api_key_id uuid,
  minute     timestamptz(3) not null
);

create function move_patient_read() returns trigger language plpgsql as $$
begin
  insert into access_log (id, at, user_id, api_key_id, patient_ids, count)
  values (
    md5(concat_ws(' ', new.patient_id, new.user_id, new.api_key_id, new.minute at time zone 'utc'))::uuid,
    new.minute, new.user_id, new.api_key_id, array[new.patient_id], 1)
  on conflict do nothing;
  return null;
end $$;

create trigger patient_reads_moved before insert on patient_reads
  for each row execute function move_patient_read();
