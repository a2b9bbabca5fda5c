-- Comparing each word that occurs among the candidates once takes less time than comparing those of each candidate.

-- How like a sought word a word of a name is, from 0 to 1. Not strict: calls of a strict function are not expanded into the statement.
create or replace function word_likeness(sought text, word text) returns real language sql immutable parallel safe
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
    ), part as materialized (
      select c.patient_id, c.name_key, part from candidate c, regexp_split_to_table(c.name_key, '[^[:alnum:]]+') part
    ), pair as materialized (
      select word, part, word_likeness(word, part) as likeness from unnest(words) word, (select distinct part from part) part
    ), rated as (
      select best.patient_id, round((0.95 * avg(best.likeness) + 0.05 * similarity(whole, best.name_key))::numeric, 4) as rate
      from (
        select part.patient_id, part.name_key, word, max(pair.likeness) as likeness from part join pair using (part) group by 1, 2, 3
      ) best
      group by best.patient_id, best.name_key
    )
    select rated.patient_id, rated.rate from rated where rated.rate >= 0.45 order by 2 desc, 1 desc limit 500;
end
$$;
