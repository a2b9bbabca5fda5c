--! needs-lock
-- Names are searched for word by word: a search finds the few words like its own, and then bounded numbers of records with these. An
-- index on whole names returned every record with a somewhat similar name, in a large clinic a tenth of all.

-- Derived from the names that patients have or had, with ids but without foreign keys, which a merge would move.

-- A word is rarely new, so that writers hardly meet here: simultaneous ones may add it twice, which does no harm, and none waits.
create table name_words (
  word   text   collate "C" not null,
  sounds text[] not null
);

create index name_words_by_word on name_words (word);
create index name_words_by_trigrams on name_words using gin (word gin_trgm_ops);
create index name_words_by_sound on name_words using gin (sounds);

create table patient_name_words (
  word       text    collate "C" not null,
  patient_id uuid    not null,
  name_key   text    not null,
  is_former  boolean not null
);

create index patient_name_words_by_word on patient_name_words (word, patient_id) include (name_key, is_former);

create function words_of_name(name_key text) returns setof text language sql immutable strict parallel safe rows 3
begin atomic
  select distinct left(word, 100) from regexp_split_to_table(name_key, '[^[:alnum:]]+') word where word <> '';
end;

create function write_name_words(patient_ids uuid[], name_keys text[], are_former boolean) returns void language plpgsql as $$
begin
  with written as (
    insert into patient_name_words (word, patient_id, name_key, is_former)
    select word, id, name_key, are_former from unnest(patient_ids, name_keys) named (id, name_key), words_of_name(name_key) word
    returning word
  )
  insert into name_words (word, sounds)
  select word, phonetic_codes(word) from (select distinct word from written) word
  where not exists (select from name_words known where known.word = word.word);
end
$$;

-- Kept by the database, so that no code that writes names can forget it.
create function patients_keep_name_words() returns trigger language plpgsql as $$
declare
  removed_ids uuid[];
  removed_keys text[];
  written_ids uuid[];
  written_keys text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id), array_agg(name_key) into written_ids, written_keys from written;
  elsif tg_op = 'DELETE' then
    select array_agg(id), array_agg(name_key) into removed_ids, removed_keys from removed;
  else
    select array_agg(id), array_agg(was.name_key), array_agg(becomes.name_key) into removed_ids, removed_keys, written_keys
    from removed was join written becomes using (id) where was.name_key <> becomes.name_key;
    written_ids := removed_ids;
  end if;
  if removed_ids is not null then
    delete from patient_name_words kept
    using unnest(removed_ids, removed_keys) named (id, name_key), words_of_name(named.name_key) part
    where kept.word = part and kept.patient_id = named.id and not kept.is_former;
  end if;
  if written_ids is not null then
    perform write_name_words(written_ids, written_keys, false);
  end if;
  return null;
end
$$;

create trigger patients_keep_name_words_of_new after insert on patients
  referencing new table as written for each statement execute function patients_keep_name_words();
create trigger patients_keep_name_words_of_changed after update on patients
  referencing old table as removed new table as written for each statement execute function patients_keep_name_words();
create trigger patients_keep_name_words_of_removed after delete on patients
  referencing old table as removed for each statement execute function patients_keep_name_words();

create function patient_changes_keep_name_words() returns trigger language plpgsql as $$
declare
  ids uuid[];
  name_keys text[];
begin
  select array_agg(patient_id), array_agg(former_name_key) into ids, name_keys
  from (select distinct patient_id, former_name_key from written) change where former_name_key is not null;
  if ids is not null then
    perform write_name_words(ids, name_keys, true);
  end if;
  return null;
end
$$;

create trigger patient_changes_keep_name_words after insert on patient_changes
  referencing new table as written for each statement execute function patient_changes_keep_name_words();

insert into patient_name_words (word, patient_id, name_key, is_former)
select word, id, name_key, false from patients, words_of_name(name_key) word
union all
select word, patient_id, former_name_key, true
from (select distinct patient_id, former_name_key from patient_changes where former_name_key is not null) change,
  words_of_name(former_name_key) word;
insert into name_words (word, sounds)
select word, phonetic_codes(word) from (select distinct word from patient_name_words) word;

drop index patients_by_name;
drop index patients_by_sound;
drop index patient_changes_by_name;
drop index patient_changes_by_sound;

-- Follows each word that begins with this one. An index finds a range, but starts_with() only of constants.
create function after_words(beginning text) returns text language sql immutable strict parallel safe
return beginning || chr(1114111);

-- Patients whose present names have words that begin like all of these, in bounded numbers for each word.
create function patients_with_words(name text) returns setof uuid language sql stable parallel safe
begin atomic
  select named.patient_id from words_of_name(folded_name(name)) sought (word) cross join lateral (
    select distinct w.patient_id from (
      select patient_id from patient_name_words
      where word >= sought.word and word < after_words(sought.word) and not is_former limit 20000
    ) w
  ) named
  group by 1 having count(*) = (select count(*) from words_of_name(folded_name(name)));
end;

-- How like a sought word a word of a name is, from 0 to 1.
create function word_likeness(sought text, word text) returns real language sql immutable strict parallel safe
return greatest(
  similarity(sought, word),
  case when starts_with(word, sought) then 0.8 else 0 end,
  1 - levenshtein(sought, left(word, 100))::real / greatest(length(sought), length(left(word, 100))));

-- Live and merged records that have or had a similar name, even if it is misspelled, in another order or incomplete, and how similar
-- it is, from 0 to 1: the average over the sought words of the most similar word of the name. Each step is bounded: so many similar
-- words, of these so many records, of these the best. The threshold of <% is a setting, and its default of 0.6 misses one wrong letter
-- in a short name. Compiling the statement would take longer than running it.
create or replace function patients_named(name text) returns table (id uuid, likeness numeric)
language plpgsql rows 200 set jit = off as $$
declare
  -- The longest words identify best, and six suffice. A single letter counts only if nothing is longer.
  words text[] := array(
    select left(word, 100) from regexp_split_to_table(folded_name(name), '[^[:alnum:]]+') word
    where word <> '' group by 1 order by length(left(word, 100)) desc limit 6);
  whole text := folded_name(name);
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
  return query
    with sought as materialized (
      select word, count(*) over () as words from unnest(words) word where length(word) > 1 or length(words[1]) = 1
    ), hit as materialized (
      select sought.word as sought, named.patient_id, named.name_key, named.likeness
      from sought cross join lateral (
        select w.patient_id, w.name_key, alike.likeness
        from (
          select known.word, word_likeness(sought.word, known.word) as likeness from (
            (select k.word from name_words k where k.word = sought.word limit 1)
            union (select k.word from name_words k where k.word >= sought.word and k.word < after_words(sought.word) limit 500)
            union (select k.word from name_words k where sought.word <% k.word limit 1000)
            -- The likelier sound of the word, among both of the name's.
            union (select k.word from name_words k where k.sounds && array[dmetaphone(sought.word)]
              and sought.word ~ '^[a-z]+$' and length(dmetaphone(sought.word)) > 1 limit 500)
          ) known
          order by likeness desc, similarity(sought.word, known.word) desc, known.word limit 160 / sought.words
        ) alike cross join lateral (
          select p.patient_id, p.name_key from patient_name_words p
          where p.word = alike.word order by p.patient_id desc limit 20000
        ) w
        limit 20000 / sought.words
      ) named
    ), candidate as (
      -- Fewer than half of the words cannot reach the bound below.
      select best.patient_id, best.name_key from (
        select hit.patient_id, hit.name_key, sought, max(hit.likeness) as likeness from hit group by 1, 2, 3) best
      group by 1, 2 having 2 * count(*) >= (select count(*) from sought)
      order by 0.95 * sum(best.likeness) / cardinality(words) + 0.05 * similarity(whole, best.name_key) desc, 1 desc
      limit 1500
    ), rated as (
      select c.patient_id, round((0.95 * word.average + 0.05 * similarity(whole, c.name_key))::numeric, 4) as rate
      from candidate c cross join lateral (
        select avg(best.likeness) as average from (
          select max(word_likeness(word, part)) as likeness
          from unnest(words) word, regexp_split_to_table(c.name_key, '[^[:alnum:]]+') part
          group by word
        ) best
      ) word
    )
    select rated.patient_id, rated.rate from rated where rated.rate >= 0.45 order by 2 desc, 1 desc limit 500;
end
$$;

-- Searches and lists find few records, of which hardly any is merged.
create index patients_merged on patients (id) where merged_into is not null;
-- A higher cost lets parallel workers begin to examine all likely duplicates, to list the first.
alter function marked_as_different(uuid, uuid) cost 100;

alter table patients drop column name_codes;
alter table patient_changes drop column former_name_codes;
