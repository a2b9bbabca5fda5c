-- Patients, their identifiers, merges, changes and likely duplicates, and who read them. The terms follow FHIR R5.

-- O'Brien is one word, so that a search for Obrian finds it.
create function folded_name(name text) returns text language sql immutable strict parallel safe
return replace(folded(name), '''', '');

-- How the words of a name sound, by double metaphone, for names in Latin script.
create function phonetic_codes(name text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct code), '{}')
  from regexp_split_to_table(folded_name(name), '[^a-z]+') word, unnest(array[dmetaphone(word), dmetaphone_alt(word)]) code
  where length(word) > 1 and length(code) > 1
);

-- An address as searches compare it: folded words with a space on either side.
create function address_key(line text, city text, postal_code text) returns text language sql immutable parallel safe
return ' ' || regexp_replace(
  folded(coalesce(line, '') || ' ' || coalesce(postal_code, '') || ' ' || coalesce(city, '')),
  '[[:space:][:punct:]]+', ' ', 'g') || ' ';

create table patients (
  id           uuid           primary key,
  version      integer        not null default 1,
  -- The record that this one was merged into. Of A -> B -> C, A keeps B; patient_root() follows the chain to its end.
  merged_into  uuid           references patients,
  -- The id while the record is live. PostgreSQL then lets no row of a table that says `references patients (live_id)` belong to a
  -- merged record, not even in a race.
  live_id      uuid           unique generated always as (case when merged_into is null then id end) stored,
  given_name   text           check (given_name <> ''),
  family_name  text           check (family_name <> ''),
  birth_date   date,
  sex          text           not null default 'unknown' check (sex in ('female', 'male', 'other', 'unknown')),
  phone        text           check (phone <> ''),
  email        text           check (email <> ''),
  address_line text           check (address_line <> ''),
  city         text           check (city <> ''),
  region       text           check (region <> ''),
  postal_code  text           check (postal_code <> ''),
  country      text           check (country ~ '^[A-Z]{2}$'),
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  -- What searches compare with.
  name_key     text           not null generated always as (
    folded_name(coalesce(given_name, '') || ' ' || coalesce(family_name, ''))) stored,
  name_codes   text[]         not null generated always as (
    phonetic_codes(coalesce(given_name, '') || ' ' || coalesce(family_name, ''))) stored,
  phone_digits text           generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored,
  given_key    text           generated always as (compact(given_name)) stored,
  family_key   text           generated always as (compact(family_name)) stored,

  constraint patients_named check (given_name is not null or family_name is not null),
  constraint patients_not_merged_into_themselves check (merged_into <> id)
);

create index patients_by_survivor on patients (merged_into) where merged_into is not null;
create index patients_by_name on patients using gin (name_key gin_trgm_ops);
create index patients_by_sound on patients using gin (name_codes);
create index patients_by_birth_date on patients (birth_date);
create index patients_by_phone on patients using gin (phone_digits gin_trgm_ops);
create index patients_by_email on patients using gin (email gin_trgm_ops);
create index patients_by_address on patients using gin (address_key(address_line, city, postal_code) gin_trgm_ops);
-- The more common a name or birth date is among the patients, the less it weighs between two records. These indexes count a value
-- without reading the patients, and without a table of totals, whose rows would make simultaneous inserts wait.
create index patients_by_given_key on patients (given_key) where merged_into is null;
create index patients_by_family_key on patients (family_key) where merged_into is null;
-- Ordered by code point, which does not depend on the operating system's collations. Only live records: few are merged.
create index patients_in_name_order on patients
  (((coalesce(family_key, '') || ' ' || coalesce(given_key, '')) collate "C"), id) where merged_into is null;

-- A record is merged only into a live one, so that every chain ends and none is a cycle.
create function patients_merge_into_live() returns trigger language plpgsql as $$
begin
  perform from patients where id = new.merged_into and merged_into is null for key share;
  if not found then
    raise exception 'a record is merged into a live one only'
      using errcode = 'check_violation', table = tg_table_name, constraint = tg_name;
  end if;
  return new;
end
$$;

create trigger patients_merge_into_live before insert or update of merged_into on patients
  for each row when (new.merged_into is not null) execute function patients_merge_into_live();

-- The live record at the end of the chain that begins with this one: itself if it is live.
create function patient_root(record uuid) returns uuid language sql stable strict parallel safe
begin atomic
  with recursive chain as (
    select id, merged_into from patients where id = record
    union all
    select p.id, p.merged_into from chain join patients p on p.id = chain.merged_into
  )
  select id from chain where merged_into is null;
end;

create table patient_identifiers (
  id         uuid    primary key,
  -- Not live_id: when two records are merged that have the same identifier, it stays with the merged one.
  patient_id uuid    not null references patients,
  position   integer not null,
  system     text    not null check (system <> ''),
  value      text    not null check (value <> ''),
  use        text    not null check (use in ('usual', 'official', 'temp', 'secondary', 'old')),

  constraint patient_identifiers_once unique (patient_id, system, value)
);

create index patient_identifiers_by_value on patient_identifiers (lower(value));
create index patient_identifiers_by_compact_value on patient_identifiers (compact(value), patient_id);

create table patient_merges (
  id            uuid           primary key,
  source_id     uuid           not null references patients,
  target_id     uuid           not null references patients,
  reason        text,
  merged_at     timestamptz(3) not null default now(),
  merged_by     uuid           not null references users,
  -- The columns of both records before the merge, the source's with its identifiers, and the target's afterwards.
  source_before jsonb          not null,
  target_before jsonb          not null,
  target_after  jsonb          not null,
  -- The response: {table: rows}, the contract's conflicts, and sentences.
  moved         jsonb          not null,
  conflicts     jsonb          not null,
  warnings      jsonb          not null,
  undone_at     timestamptz(3),
  undone_by     uuid           references users,
  -- Once undone, the rows that were created for the target in between, the first 200.
  stayed        jsonb,

  constraint patient_merges_of_two check (source_id <> target_id),
  constraint patient_merges_undone_by_someone check ((undone_at is null) = (undone_by is null))
);

-- One merge at most is in force for a record.
create unique index patient_merges_one_in_force on patient_merges (source_id) where undone_at is null;
create index patient_merges_of_source on patient_merges (source_id);
create index patient_merges_of_target on patient_merges (target_id);

-- The rows of other tables that a merge found, column by column.
create table patient_merge_rows (
  id          bigint  generated always as identity primary key,
  merge_id    uuid    not null references patient_merges,
  table_name  text    not null,
  column_name text    not null,
  -- The primary key without that column; without a primary key, the whole row without that column.
  key         text[]  not null,
  -- moved: from the source to the target. own: the target's before. kept_back: stays with the source, because the table's
  -- constraints do not allow the target to have it.
  kind        text    not null check (kind in ('moved', 'own', 'kept_back'))
);

create index patient_merge_rows_of_merge on patient_merge_rows (merge_id, table_name, column_name);

create trigger patient_merges_kept before delete or truncate on patient_merges
  for each statement execute function refuse_change();
create trigger patient_merge_rows_kept before update or delete or truncate on patient_merge_rows
  for each statement execute function refuse_change();

-- Every column of any table that refers to patients, with what decides whether its rows can change owner. A foreign key of a
-- partitioned table is listed once, and a generated column follows those that it is computed from. PL/pgSQL keeps the plan, because
-- planning takes longer than running.
create function referring_columns() returns setof jsonb language plpgsql stable as $$
begin
  return query select to_jsonb(reference) from (
    select
      case when n.nspname = current_schema() then c.relname else n.nspname || '.' || c.relname end as "table",
      a.attname as "column",
      format('%I.%I', n.nspname, c.relname) as relation,
      quote_ident(a.attname) as "quotedColumn",
      bool_or(referred.attname = 'live_id') as "liveOnly",
      (select jsonb_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', pk.attname, 'quoted', quote_ident(pk.attname), 'type', format_type(pk.atttypid, pk.atttypmod)
        ) order by part.n), '[]')
        from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as part (attnum, n)
        join pg_attribute pk on pk.attrelid = i.indrelid and pk.attnum = part.attnum
        where i.indrelid = c.oid and i.indisprimary and part.n <= i.indnkeyatts) as "primaryKey",
      (select coalesce(jsonb_agg(pg_get_expr(conbin, conrelid) order by conname), '[]') from pg_constraint
        where conrelid = c.oid and contype = 'c' and a.attnum = any (conkey)) as checks,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'expressions', (
            select jsonb_agg(pg_get_indexdef(i.indexrelid, n, false) order by n) from generate_series(1, i.indnkeyatts) n),
          'operators', (
            select jsonb_agg(coalesce('operator(' || quote_ident(opn.nspname) || '.' || op.oprname || ')', '=') order by n)
            from generate_series(1, i.indnkeyatts) n
            left join pg_constraint x on x.conindid = i.indexrelid and x.contype = 'x'
            left join pg_operator op on op.oid = x.conexclop[n]
            left join pg_namespace opn on opn.oid = op.oprnamespace),
          'nullsEqual', i.indnullsnotdistinct,
          'condition', pg_get_expr(i.indpred, i.indrelid))), '[]')
        from pg_index i
        where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)
        and (a.attnum = any (i.indkey::int2[]) or i.indexprs is not null or i.indpred is not null)) as uniques
    from pg_constraint fk
    join pg_class c on c.oid = fk.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(fk.conkey, fk.confkey) as part (attnum, referred)
    join pg_attribute a on a.attrelid = fk.conrelid and a.attnum = part.attnum
    join pg_attribute referred on referred.attrelid = fk.confrelid and referred.attnum = part.referred
    where fk.contype = 'f' and fk.confrelid = 'patients'::regclass and fk.conparentid = 0
    and referred.attname in ('id', 'live_id') and a.attgenerated = ''
    group by c.oid, n.nspname, c.relname, a.attnum, a.attname
    order by 1, 2
  ) reference;
end
$$;

-- Every change of a patient: who made it, and the fields that it changed. Searches read the former names, phone numbers, emails and
-- addresses from here, so that they are stored once. FHIR calls them `use: old`.
create table patient_changes (
  -- Not moved by merges: each record keeps its own history.
  patient_id          uuid           not null references patients,
  -- The version of the record after the change.
  version             integer        not null,
  kind                text           not null check (kind in ('create', 'update', 'merge', 'undo')),
  merge_id            uuid           references patient_merges,
  changed_at          timestamptz(3) not null default now(),
  changed_by          uuid           not null references users,
  -- The key is stored under its name at that time.
  api_key_id          uuid,
  api_key_prefix      text,
  api_key_name        text,
  -- The changed fields, as the API returns them. Both names are stored if one changed. Empty before the creation.
  before              jsonb          not null,
  after               jsonb          not null,
  -- What searches compare with. An undo restores the record's own values, so the replaced ones are the other record's.
  former_name_key     text           generated always as (
    case when kind <> 'undo' and before ?| array['givenName', 'familyName']
      then folded_name(coalesce(before ->> 'givenName', '') || ' ' || coalesce(before ->> 'familyName', '')) end) stored,
  former_name_codes   text[]         generated always as (
    case when kind <> 'undo' and before ?| array['givenName', 'familyName']
      then phonetic_codes(coalesce(before ->> 'givenName', '') || ' ' || coalesce(before ->> 'familyName', '')) end) stored,
  former_phone_digits text           generated always as (
    case when kind <> 'undo' then regexp_replace(before ->> 'phone', '[^0-9]', '', 'g') end) stored,
  former_email        text           generated always as (case when kind <> 'undo' then before ->> 'email' end) stored,
  former_address_key  text           generated always as (
    case when kind <> 'undo' and jsonb_typeof(before -> 'address') = 'object'
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

create trigger patient_changes_kept before update or delete or truncate on patient_changes
  for each statement execute function refuse_change();

-- Live and merged records that have or had a similar name, even if it is misspelled, in another order or incomplete, and how similar
-- it is, from 0 to 1: the average over the sought words of the most similar word of the name. The threshold of <% is a setting, and
-- its default of 0.6 misses one wrong letter in a short name. Compiling the statement would take longer than running it.
create function patients_named(name text) returns table (id uuid, likeness numeric)
language plpgsql rows 200 set jit = off as $$
declare
  -- The longest words identify best, and six suffice. A single letter counts only if nothing is longer.
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
      -- Fewer than half of the words cannot reach the bound below.
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

-- Likely duplicates. What follows is derived, with ids but without foreign keys, which a merge would move. Queries leave out merged
-- records instead.

-- Records that share one of these keys are compared. A key is a hash of the shared text: it takes half the space, and two texts with
-- the same hash only cost a needless comparison.
create table patient_match_keys (
  key        bigint not null,
  patient_id uuid   not null,

  primary key (key, patient_id)
);

create index patient_match_keys_of_patient on patient_match_keys (patient_id);

-- Writes the keys of these records; merged ones have none. Whichever single detail is wrong or missing, another key is still shared:
-- names that sound the same in either order; the date of birth; a name with two of the date's three parts, day and month in either
-- order; a name at a place; a house; phone and email. All records in one statement, because one at a time takes many times as long.
-- The planner expects few records, and would compare each with each.
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
    -- Removes apostrophes and the points that Arabic mostly omits.
    select id, field, translate(
             folded(value),
             U&'\0623\0625\0622\0649\0629''\2019\0640\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0656\0657'
               '\0658\0659\065A\065B\065C\065D\065E\065F\0670',
             U&'\0627\0627\0627\064A\0647') as plain
    from record cross join lateral (
      values ('given', given_name), ('family', family_name), ('street', address_line)) as named (field, value)
    where value is not null
  ), part as (
    -- `Mc Carthy` meets `McCarthy` as a whole, and `Anna` meets `Anna Maria` word by word.
    select id, field, regexp_replace(plain, '[[:space:][:punct:]]+', '', 'g') as word from written
    union all
    select id, field, word from written cross join lateral (
      select word from regexp_split_to_table(plain, '[[:space:][:punct:]]+') word where length(word) > 2 limit 3) words
    where plain ~ '[[:space:][:punct:]]'
  ), sound as materialized (
    -- Latin words are compared by double metaphone, those in other scripts by their beginning.
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

-- Kept by the database, so that no code that writes patients can forget it.
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

-- Pairs that a user judged to be different people.
create table not_duplicate_pairs (
  id        uuid           primary key,
  patient_a uuid           not null references patients,
  patient_b uuid           not null references patients,
  marked_at timestamptz(3) not null default now(),
  marked_by uuid           not null references users,

  constraint not_duplicate_pairs_ordered check (patient_a < patient_b),
  constraint not_duplicate_pairs_once unique (patient_a, patient_b)
);

create index not_duplicate_pairs_by_b on not_duplicate_pairs (patient_b);

-- Whether two live records, or records merged into them, were judged to be different people.
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

-- A request during a search joins it.
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

-- Which call showed which patients to whom, one row for each call. Nodes write them in batches, without foreign keys, whose checks
-- would cost more than the rest of the insert. Merges do not move them: each record keeps its own.
create table access_log (
  -- Assigned by the node, so that a batch that is written twice adds nothing.
  id          uuid           not null,
  at          timestamptz(3) not null,
  user_id     uuid           not null,
  -- Null for a browser's session.
  api_key_id  uuid,
  address     text,
  operation   text           not null,
  -- Null if any patient may have been shown.
  patient_ids uuid[],
  count       int            not null check (count >= 0 and (patient_ids is null or count = cardinality(patient_ids))),

  primary key (at, id)
);

create index access_log_by_user on access_log (user_id, at, id);
-- A B-tree with one entry for each patient of a call would cost four times as much to write.
create index access_log_by_patient on access_log using gin (patient_ids);
create index access_log_of_all on access_log (at, id) where patient_ids is null;

-- Entries are only added, and deleted after six years.
create trigger access_log_kept before update or truncate on access_log
  for each statement execute function refuse_change();
create trigger access_log_kept_six_years before delete on access_log
  for each row when (old.at > now() - interval '6 years') execute function refuse_change();
