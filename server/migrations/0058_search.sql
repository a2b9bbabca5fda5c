-- One search over all records, and lists that ignore accents. Both use these indexes.

-- How well a text matches what is sought, from 0 to 1: by its beginning, the beginning of a word, or similar words. Both are
-- folded.
create function text_match(sought text, value text) returns real language sql immutable strict parallel safe
return case
  when starts_with(value, sought) then 1
  when strpos(' ' || value, ' ' || sought) > 0 then 0.9
  else 0.8 * word_similarity(sought, value)
end;

drop index items_by_text;
create index items_by_text on items using gin (folded(sku) gin_trgm_ops, folded(name) gin_trgm_ops);
create index lots_by_text on lots using gin (folded(name) gin_trgm_ops);

drop index invoices_by_text;
create index invoices_by_text on invoices using gin (folded(number) gin_trgm_ops, folded(billed_to) gin_trgm_ops);

drop index projects_by_name;
create index projects_by_name on projects using gin (folded(name) gin_trgm_ops);

drop index sources_by_name;
create index sources_by_name on sources
  using gin (folded(title || E'\n' || coalesce(filename, '') || E'\n' || coalesce(external_id, '')) gin_trgm_ops);

create index trackers_by_name on trackers using gin (folded(name) gin_trgm_ops) where deleted_at is null;

drop index api_keys_by_name;
create index api_keys_by_name on api_keys using gin (folded(name) gin_trgm_ops);
