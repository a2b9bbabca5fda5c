-- Patients, their identifiers, and the history of merges. The words follow FHIR R5.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
create extension if not exists unaccent;

-- As text is compared: without accents, in lower case. unaccent() is only STABLE, since somebody might edit its
-- dictionary; nobody here does, and indexes ask for IMMUTABLE. Accents go first: a database of locale C knows no
-- lower case of letters that have one.
create function folded(value text) returns text language sql immutable strict parallel safe
return lower(unaccent('unaccent'::regdictionary, value));

-- O'Brien is one word, as people who search for Obrian think.
create function folded_name(name text) returns text language sql immutable strict parallel safe
return replace(folded(name), '''', '');

-- How the words of a name sound, by double metaphone, for names in Latin script.
create function phonetic_codes(name text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct code), '{}')
  from regexp_split_to_table(folded_name(name), '[^a-z]+') word, unnest(array[dmetaphone(word), dmetaphone_alt(word)]) code
  where length(word) > 1 and length(code) > 1
);

create table patients (
  id           uuid           primary key,
  version      integer        not null default 1,
  -- The survivor, one step along: of A -> B -> C, A keeps B. patient_root() goes to the end.
  merged_into  uuid           references patients,
  -- The id while the record is live. A table that says `references patients (live_id)` can by no means, and in no
  -- race, keep or get a row of a retired record: PostgreSQL's own check of the foreign key refuses it.
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

  constraint patients_named check (given_name is not null or family_name is not null),
  constraint patients_not_merged_into_themselves check (merged_into <> id)
);

create index patients_by_survivor on patients (merged_into) where merged_into is not null;
create index patients_by_name on patients using gin (name_key gin_trgm_ops);
create index patients_by_sound on patients using gin (name_codes);
create index patients_by_birth_date on patients (birth_date);
create index patients_by_phone on patients using gin (phone_digits gin_trgm_ops);

-- A record is merged into a live one only, so that every chain ends and no cycle arises.
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

-- The live record at the end of the chain that begins with this one: itself while it is live.
create function patient_root(record uuid) returns uuid language sql stable strict parallel safe
begin atomic
  with recursive chain as (
    select id, merged_into from patients where id = record
    union all
    select p.id, p.merged_into from chain join patients p on p.id = chain.merged_into
  )
  select id from chain where merged_into is null;
end;

-- Live and retired records with a name like this one, also misspelt, in another order, or only begun, and how like it
-- is from 0 to 1: for each word asked for, how like the likeliest word of the name is. The threshold of <% is a
-- setting, and its own 0.6 misses one wrong letter in a short name. Compiling the statement would take longer than
-- running it.
create function patients_named(name text) returns table (id uuid, likeness numeric)
language plpgsql rows 200 set jit = off as $$
declare
  -- The longest say the most, and a handful of them all; one letter alone is looked for where there is nothing else.
  words text[] := array(
    select left(word, 100) from regexp_split_to_table(folded_name(name), '[^[:alnum:]]+') word
    where word <> '' group by 1 order by length(left(word, 100)) desc limit 6);
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
  return query
    with sought as (
      select word from unnest(words) word where length(word) > 1 or length(words[1]) = 1
    ), hit as (
      select word, p.id, p.name_key from sought join patients p on word <% p.name_key
      union
      -- The likelier sound of the word, among both of the name's.
      select word, p.id, p.name_key from sought join patients p on p.name_codes && array[dmetaphone(word)]
      where word ~ '^[a-z]+$' and length(dmetaphone(word)) > 1
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

-- Every column of any table that refers to patients, with what decides whether its rows can change owner. A foreign key of
-- a partitioned table is listed once; a generated column follows those that it is made from. PL/pgSQL keeps the plan,
-- which takes longer to make than to run.
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

create table patient_identifiers (
  id         uuid    primary key,
  -- Not live_id: what both records have stays with the retired one when they are merged.
  patient_id uuid    not null references patients,
  position   integer not null,
  system     text    not null check (system <> ''),
  value      text    not null check (value <> ''),
  use        text    not null check (use in ('usual', 'official', 'temp', 'secondary', 'old')),

  constraint patient_identifiers_once unique (patient_id, system, value)
);

create index patient_identifiers_by_value on patient_identifiers (lower(value));

create table patient_merges (
  id            uuid           primary key,
  source_id     uuid           not null references patients,
  target_id     uuid           not null references patients,
  reason        text,
  merged_at     timestamptz(3) not null default now(),
  merged_by     uuid           not null references users,
  -- The columns of both records as they were before, the source's with its identifiers, and the target's afterwards.
  source_before jsonb          not null,
  target_before jsonb          not null,
  target_after  jsonb          not null,
  -- What was answered: {table: rows}, the contract's conflicts, and sentences.
  moved         jsonb          not null,
  conflicts     jsonb          not null,
  warnings      jsonb          not null,
  undone_at     timestamptz(3),
  undone_by     uuid           references users,
  -- Once undone, the rows that were made for the survivor in between, the first 200.
  stayed        jsonb,

  constraint patient_merges_of_two check (source_id <> target_id),
  constraint patient_merges_undone_by_someone check ((undone_at is null) = (undone_by is null))
);

-- A retired record was retired by one merge.
create unique index patient_merges_one_in_force on patient_merges (source_id) where undone_at is null;
create index patient_merges_of_source on patient_merges (source_id);
create index patient_merges_of_target on patient_merges (target_id);

-- The rows of other tables that a merge found, column by column.
create table patient_merge_rows (
  id          bigint  generated always as identity primary key,
  merge_id    uuid    not null references patient_merges,
  table_name  text    not null,
  column_name text    not null,
  -- The primary key without that column; the whole row without that column where there is no primary key.
  key         text[]  not null,
  -- moved: from the source to the target. own: the target's before. kept_back: stays with the source, since the
  -- table's constraints do not let the target have it.
  kind        text    not null check (kind in ('moved', 'own', 'kept_back'))
);

create index patient_merge_rows_of_merge on patient_merge_rows (merge_id, table_name, column_name);

create trigger patient_merges_kept before delete or truncate on patient_merges
  for each statement execute function refuse_change();
create trigger patient_merge_rows_kept before update or delete or truncate on patient_merge_rows
  for each statement execute function refuse_change();

-- Pairs that a person has judged to be of different people.
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
