-- Languages are recognized by words alone, no longer by bars, addresses and code. Names the reading whose language was checked.
alter table source_texts add column language_checked uuid;
create index source_texts_to_check on source_texts (source_id) where language_checked is distinct from reading;
