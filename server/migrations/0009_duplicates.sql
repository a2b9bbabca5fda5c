-- Likely duplicates of patients: what makes two records worth comparing, searches among all patients, and what they
-- found. Rows here are derived, and hold ids without foreign keys: a merge moves what refers to a patient, and these
-- are left out where they are read instead.

-- Letters and digits alone, which people space and hyphenate as they like.
create function compact(value text) returns text language sql immutable strict parallel safe
return folded(regexp_replace(value, '[[:space:][:punct:]]+', '', 'g'));

-- Records that share one of these keys are compared. A key is a hash of what is shared: half as large as the text, and
-- of two texts with one hash no more comes than a comparison in vain.
create table patient_match_keys (
  key        bigint not null,
  patient_id uuid   not null,

  primary key (key, patient_id)
);

create index patient_match_keys_of_patient on patient_match_keys (patient_id);

-- Writes the keys of these records; retired ones have none. Each wrong or missing detail leaves another key whole: names
-- that sound the same in either order; the date of birth; a name with two of the date's three parts, day and month in
-- either order; a name at a place; a house; telephone and e-mail. All records in one statement: one at a time takes many
-- times as long. The planner expects few records, and would compare each with each.
create function write_match_keys(patient_ids uuid[]) returns void language plpgsql
set jit = off set enable_nestloop = off as $$
begin
  insert into patient_match_keys (key, patient_id)
  with record as materialized (
    select id, given_name, family_name, birth_date, to_char(birth_date, 'DD') as day,
           to_char(birth_date, 'MM') as month, to_char(birth_date, 'YYYY') as year,
           address_line, compact(city) as town, compact(postal_code) as post,
           lower(email) as email, case when length(phone_digits) > 5 then right(phone_digits, 8) end as phone
    from patients where id = any(patient_ids) and merged_into is null
  ), written as (
    -- Without apostrophes and the points that Arabic mostly leaves out.
    select id, field, translate(
             folded(value),
             U&'\0623\0625\0622\0649\0629''\2019\0640\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0656\0657'
               '\0658\0659\065A\065B\065C\065D\065E\065F\0670',
             U&'\0627\0627\0627\064A\0647') as plain
    from record cross join lateral (
      values ('given', given_name), ('family', family_name), ('street', address_line)) as named (field, value)
    where value is not null
  ), part as (
    -- `Mc Carthy` and `McCarthy` meet together, `Anna` and `Anna Maria` apart.
    select id, field, regexp_replace(plain, '[[:space:][:punct:]]+', '', 'g') as word from written
    union all
    select id, field, word from written cross join lateral (
      select word from regexp_split_to_table(plain, '[[:space:][:punct:]]+') word where length(word) > 2 limit 3) words
    where plain ~ '[[:space:][:punct:]]'
  ), sound as materialized (
    -- How it sounds, by double metaphone; of other scripts than Latin the beginning.
    select distinct id, field, case when word ~ '[a-z]' then dmetaphone(word) else left(word, 4) end as sound
    from part
  ), name as materialized (
    select id, field, sound from sound where field <> 'street' and sound <> ''
  )
  select distinct hashtextextended(text, 0), id
  from (
    select given.id, 'name ' || least(given.sound, family.sound) || ' ' || greatest(given.sound, family.sound)
    from name given join name family on family.id = given.id
    where given.field = 'given' and family.field = 'family'
    union all
    select id, unnest(array[
      'day ' || least(day, month) || greatest(day, month) || ' ' || sound,
      'month ' || year || month || ' ' || sound,
      'year ' || year || day || ' ' || sound,
      'post ' || post || ' ' || sound,
      'town ' || town || ' ' || sound])
    from name join record using (id)
    union all
    select id, unnest(array[
      'house ' || substring(address_line from '[0-9]+') || ' ' || sound,
      'street ' || post || ' ' || sound])
    from record join sound using (id) where field = 'street' and sound <> ''
    union all
    select id, unnest(array['born ' || birth_date, 'email ' || email, 'phone ' || phone])
    from record
  ) as key (id, text)
  where text is not null;
end
$$;

-- Kept by the database, so that nothing that writes patients can forget it.
create function patients_keep_match_keys() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from written);
  elsif tg_op = 'DELETE' then
    changed := array(select id from removed);
  else
    changed := array(
      select id from removed was full join written becomes using (id)
      where (was.given_name, was.family_name, was.birth_date, was.phone, was.email, was.address_line, was.city,
             was.postal_code, was.merged_into is null) is distinct from
            (becomes.given_name, becomes.family_name, becomes.birth_date, becomes.phone, becomes.email, becomes.address_line, becomes.city,
             becomes.postal_code, becomes.merged_into is null));
  end if;
  if cardinality(changed) > 0 then
    if tg_op <> 'INSERT' then
      delete from patient_match_keys where patient_id = any(changed);
    end if;
    if tg_op <> 'DELETE' then
      perform write_match_keys(changed);
    end if;
  end if;
  return null;
end
$$;

create trigger patients_keep_match_keys_of_new after insert on patients
  referencing new table as written for each statement execute function patients_keep_match_keys();
create trigger patients_keep_match_keys_of_changed after update on patients
  referencing old table as removed new table as written for each statement execute function patients_keep_match_keys();
create trigger patients_keep_match_keys_of_removed after delete on patients
  referencing old table as removed for each statement execute function patients_keep_match_keys();

select write_match_keys(array(select id from patients));

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
