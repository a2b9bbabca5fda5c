-- Likely duplicates of patients: what makes two records worth comparing, searches among all patients, and what they
-- found. Rows here are derived, and hold ids without foreign keys: a merge moves what refers to a patient, and these
-- are left out where they are read instead.

-- How the words of a name sound, alone and together, so that `Mc Carthy` and `McCarthy` meet. Of other scripts than
-- Latin the beginning, without the points that Arabic mostly leaves out.
create function name_sounds(name text) returns text[] language sql immutable parallel safe
return (
  select coalesce(array_agg(distinct sound), '{}')
  from (
    select translate(regexp_replace(folded(name), U&'[''\2019\064B-\065F\0670\0640]', '', 'g'), 'أإآىة', 'اااهي') as plain
  ) as given,
  lateral (
    select regexp_replace(plain, '[[:space:][:punct:]]+', '', 'g') as word
    union all
    select word from (
      select word from regexp_split_to_table(plain, '[[:space:][:punct:]]+') word where length(word) > 2 limit 3) words
  ) as part,
  lateral (select case when word ~ '[a-z]' then dmetaphone(word) else left(word, 4) end as sound) as heard
  where sound <> ''
);

-- Letters and digits alone, which people space and hyphenate as they like.
create function compact(value text) returns text language sql immutable strict parallel safe
return folded(regexp_replace(value, '[[:space:][:punct:]]+', '', 'g'));

-- Records that share one of these keys are compared. Each wrong or missing detail leaves another key whole: names that
-- sound the same in either order; the date of birth; a name with two of the date's three parts, day and month in either
-- order; a name at a place; a house; telephone and e-mail.
create function match_keys(patient patients) returns setof text language sql stable parallel safe
begin atomic
  with known as materialized (
    select name_sounds(patient.given_name) as given, name_sounds(patient.family_name) as family,
           to_char(patient.birth_date, 'DD') as day, to_char(patient.birth_date, 'MM') as month,
           to_char(patient.birth_date, 'YYYY') as year
  )
  select 'name ' || least(given_sound, family_sound) || ' ' || greatest(given_sound, family_sound)
  from known, unnest(given) given_sound, unnest(family) family_sound
  union
  select part || ' ' || sound
  from known, unnest(given || family) sound, unnest(array[
    'day ' || least(day, month) || greatest(day, month),
    'month ' || year || month,
    'year ' || year || day,
    'post ' || compact(patient.postal_code),
    'house ' || substring(patient.address_line from '[0-9]+') || ' ' || (
      select street from unnest(name_sounds(patient.address_line)) street order by length(street) desc, street limit 1)
    ]) part
  where part is not null
  union
  select key from unnest(array[
    'born ' || patient.birth_date,
    'email ' || lower(patient.email),
    'phone ' || right((regexp_match(patient.phone_digits, '^.{6,}$'))[1], 8)]) key
  where key is not null;
end;

create table patient_match_keys (
  key        text not null,
  patient_id uuid not null,

  primary key (key, patient_id)
);

create index patient_match_keys_of_patient on patient_match_keys (patient_id);

-- Kept by the database, so that nothing that writes patients can forget it; retired records have none.
create function patients_keep_match_keys() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from patient_match_keys where patient_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.merged_into is null then
    insert into patient_match_keys select key, new.id from match_keys(new) key;
  end if;
  return null;
end
$$;

create trigger patients_keep_match_keys
  after insert or delete or
    update of given_name, family_name, birth_date, phone, email, address_line, city, postal_code, merged_into
  on patients for each row execute function patients_keep_match_keys();

insert into patient_match_keys
select key, id from patients, match_keys(patients) key where merged_into is null;

create index patient_identifiers_by_compact_value on patient_identifiers (compact(value), patient_id);

-- Whether two live records, or records that became them, are marked as being of different people.
create function marked_as_different(one uuid, other uuid) returns boolean language sql stable parallel safe cost 10000
begin atomic
  with recursive record as (
    select given.id, given.id as root from (values (one), (other)) as given (id)
    union all
    select p.id, record.root from record join patients p on p.merged_into = record.id
  )
  select exists (
    select from record a
    join record b on b.root <> a.root
    join not_duplicate_pairs pair on pair.patient_a = a.id and pair.patient_b = b.id);
end;

create table duplicate_searches (
  id            uuid           primary key,
  status        text           not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- Patients are compared in the order of their ids, each with those after it.
  last_compared uuid,
  done          integer        not null default 0,
  total         integer        not null,
  requested_at  timestamptz(3) not null default now(),
  progressed_at timestamptz(3) not null default now(),
  finished_at   timestamptz(3),

  constraint duplicate_searches_finished check ((finished_at is null) = (status in ('queued', 'running')))
);

-- Whoever asks while one is under way joins it.
create unique index duplicate_searches_one_under_way on duplicate_searches ((true))
  where status in ('queued', 'running');

create table likely_duplicates (
  search_id uuid             not null references duplicate_searches on delete cascade,
  patient_a uuid             not null,
  patient_b uuid             not null,
  score     double precision not null check (score between 0 and 1),
  reasons   jsonb            not null,

  primary key (search_id, patient_a, patient_b),
  constraint likely_duplicates_ordered check (patient_a < patient_b)
);

create index likely_duplicates_by_score on likely_duplicates (search_id, score desc, patient_a, patient_b);
