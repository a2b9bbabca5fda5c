-- Every change of a patient: who made it, and the fields that it changed. The former names, phone numbers, emails and
-- addresses that searches compare with are read from here, so that they are stored once. FHIR calls them `use: old`.

-- An address as searches compare it: folded words with a space on either side.
create function address_key(line text, city text, postal_code text) returns text language sql immutable parallel safe
return ' ' || regexp_replace(
  folded(coalesce(line, '') || ' ' || coalesce(postal_code, '') || ' ' || coalesce(city, '')),
  '[[:space:][:punct:]]+', ' ', 'g') || ' ';

-- Expressions rather than columns: a stored column would rewrite the table, and nobody could read it meanwhile.
create index patients_by_address on patients using gin (address_key(address_line, city, postal_code) gin_trgm_ops);
create index patients_by_email on patients using gin (email gin_trgm_ops);

create table patient_changes (
  -- Not moved by merges: each record keeps its own history.
  patient_id     uuid           not null references patients,
  -- The version of the record after the change.
  version        integer        not null,
  kind           text           not null check (kind in ('create', 'update', 'merge', 'undo')),
  merge_id       uuid           references patient_merges,
  changed_at     timestamptz(3) not null default now(),
  changed_by     uuid           not null references users,
  -- The key is stored under its name at that time. Changes from before this table do not record one.
  api_key_id     uuid,
  api_key_prefix text,
  api_key_name   text,
  -- The changed fields, as the API returns them. Both names are kept if one changed. Empty before the creation.
  before         jsonb          not null,
  after          jsonb          not null,
  -- What searches compare with. An undo restores the record's own values, so the replaced ones are the other record's.
  former_name_key text generated always as (case when kind <> 'undo' and before ?| array['givenName', 'familyName']
    then folded_name(coalesce(before ->> 'givenName', '') || ' ' || coalesce(before ->> 'familyName', '')) end) stored,
  former_name_codes text[] generated always as (case when kind <> 'undo' and before ?| array['givenName', 'familyName']
    then phonetic_codes(coalesce(before ->> 'givenName', '') || ' ' || coalesce(before ->> 'familyName', '')) end) stored,
  former_phone_digits text generated always as (case when kind <> 'undo'
    then regexp_replace(before ->> 'phone', '[^0-9]', '', 'g') end) stored,
  former_email text generated always as (case when kind <> 'undo' then before ->> 'email' end) stored,
  former_address_key text generated always as (case when kind <> 'undo' and jsonb_typeof(before -> 'address') = 'object'
    then address_key(before -> 'address' ->> 'line', before -> 'address' ->> 'city', before -> 'address' ->> 'postalCode')
    end) stored,

  primary key (patient_id, version),
  constraint patient_changes_name_the_merge check ((kind in ('merge', 'undo')) = (merge_id is not null))
);

create index patient_changes_by_merge on patient_changes (merge_id) where merge_id is not null;
create index patient_changes_by_name on patient_changes using gin (former_name_key gin_trgm_ops);
create index patient_changes_by_sound on patient_changes using gin (former_name_codes);
create index patient_changes_by_phone on patient_changes using gin (former_phone_digits gin_trgm_ops);
create index patient_changes_by_email on patient_changes using gin (former_email gin_trgm_ops);
create index patient_changes_by_address on patient_changes using gin (former_address_key gin_trgm_ops);

-- What merges so far replaced in their survivors. They are numbered back from the present version: which versions they
-- were is not recorded. Undone ones replaced nothing that lasts.
insert into patient_changes (patient_id, version, kind, merge_id, changed_at, changed_by, before, after)
select m.target_id, p.version - (row_number() over (partition by m.target_id order by m.merged_at desc, m.id desc))::int + 1,
  'merge', m.id, m.merged_at, m.merged_by,
  coalesce(jsonb_object_agg(f.key, m.target_before -> f.key) filter (where f.key is not null), '{}'),
  coalesce(jsonb_object_agg(f.key, m.target_after -> f.key) filter (where f.key is not null), '{}')
from patient_merges m
join patients p on p.id = m.target_id
left join lateral (
  select key from jsonb_each(m.target_before) as b (key, value)
  where case when key in ('givenName', 'familyName')
    then (m.target_before -> 'givenName', m.target_before -> 'familyName')
      is distinct from (m.target_after -> 'givenName', m.target_after -> 'familyName')
    else value is distinct from m.target_after -> key end
) f on true
where m.undone_at is null
group by m.id, p.version;

create trigger patient_changes_kept before update or delete or truncate on patient_changes
  for each statement execute function refuse_change();

-- As in 0008_patients.sql, with former names.
create or replace function patients_named(name text) returns table (id uuid, likeness numeric)
language plpgsql rows 200 set jit = off as $$
declare
  words text[] := array(
    select left(word, 100) from regexp_split_to_table(folded_name(name), '[^[:alnum:]]+') word
    where word <> '' group by 1 order by length(left(word, 100)) desc limit 6);
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
  return query
    with sought as (
      select word, array[dmetaphone(word)] as sound,
        word ~ '^[a-z]+$' and length(dmetaphone(word)) > 1 as sounds
      from unnest(words) word where length(word) > 1 or length(words[1]) = 1
    ), hit as (
      select word, p.id, p.name_key from sought join patients p on word <% p.name_key
      union
      select word, c.patient_id, c.former_name_key from sought join patient_changes c on word <% c.former_name_key
      union
      -- The likelier sound of the word, among both of the name's.
      select word, p.id, p.name_key from sought join patients p on p.name_codes && sound where sounds
      union
      select word, c.patient_id, c.former_name_key from sought join patient_changes c on c.former_name_codes && sound
      where sounds
    ), candidate as (
      -- Fewer than half of the words are too few for the bound below.
      select hit.id, hit.name_key from hit group by 1, 2 having 2 * count(*) >= (select count(*) from sought)
    ), rated as (
      select c.id, round((0.95 * word_likeness.average + 0.05 * similarity(folded_name(name), c.name_key))::numeric, 4) as rate
      from candidate c cross join lateral (
        select avg(best.likeness) as average from (
          select max(greatest(
            similarity(word, part),
            case when starts_with(part, word) then 0.8 else 0 end,
            1 - levenshtein(word, left(part, 100))::real / greatest(length(word), length(left(part, 100))))) as likeness
          from unnest(words) word, regexp_split_to_table(c.name_key, '[^[:alnum:]]+') part
          group by word
        ) best
      ) word_likeness
    )
    select rated.id, rated.rate from rated where rated.rate >= 0.45;
end
$$;
