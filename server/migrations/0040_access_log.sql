-- Who read which patient's record: one row per patient, user, key and minute. Nodes write it in batches, so it has no
-- foreign keys, whose checks would cost more than the rest of the insert. Merges do not move it: each record keeps its own.
create table patient_reads (
  -- Only orders the reads of a minute.
  id         uuid           not null,
  patient_id uuid           not null,
  user_id    uuid           not null,
  -- Null for a browser's session.
  api_key_id uuid,
  -- The start of the minute.
  minute     timestamptz(3) not null check (mod(extract(epoch from minute), 60) = 0),

  primary key (minute, id),
  constraint patient_reads_once unique nulls not distinct (patient_id, minute, user_id, api_key_id)
);

create index patient_reads_by_user on patient_reads (user_id, minute, id);

-- Entries are only added, and deleted after six years.
create trigger patient_reads_kept before update or truncate on patient_reads
  for each statement execute function refuse_change();
create trigger patient_reads_kept_six_years before delete on patient_reads
  for each row when (old.minute > now() - interval '6 years') execute function refuse_change();

alter table settings add column access_log boolean not null default true;
