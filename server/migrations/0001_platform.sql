-- Runs on PostgreSQL 15 or newer and on PGlite.
--
-- Ids are UUIDv7 created in Node, because PostgreSQL has uuidv7() only since 18. Times are timestamptz(3): a JavaScript Date
-- has no more digits, and a cursor made from one would skip rows that differ in microseconds.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
create extension if not exists unaccent;

-- Text as it is compared: without accents, in lower case. unaccent() is only STABLE because its dictionary could be edited, which
-- nobody does here, and indexes need IMMUTABLE. Accents go first: a database of locale C has no lower case of accented letters.
create function folded(value text) returns text language sql immutable strict parallel safe
return lower(unaccent('unaccent'::regdictionary, value));

-- Letters and digits only, since people add spaces and hyphens as they like.
create function compact(value text) returns text language sql immutable strict parallel safe
return folded(regexp_replace(value, '[[:space:][:punct:]]+', '', 'g'));

-- How well a text matches a search, from 0 to 1: by its beginning, the beginning of a word, or similar words. Both are folded.
create function text_match(sought text, value text) returns real language sql immutable strict parallel safe
return case
  when starts_with(value, sought) then 1
  when strpos(' ' || value, ' ' || sought) > 0 then 0.9
  else 0.8 * word_similarity(sought, value)
end;

-- For tables of history, to which rows are only added. It also refuses the application's own role.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end
$$;

-- Where the uploaded files of this installation are. This and the nodes describe the installation and not its data, so backups
-- do not contain them.
create table file_storage (
  only_row      boolean primary key default true check (only_row),
  -- The store contains this id in its marker. Null until a node first uses a store.
  id            uuid,
  -- Where files are written and read: `folder`, or an address such as s3://bucket/prefix, without credentials.
  address       text,
  -- Where files are read that are not at `address` yet, while they are moved.
  moving_from   text    check (moving_from <> address),
  -- The ids of the secrets that this installation has started with: it refuses to start with only unknown ones. Ids do not
  -- reveal the secrets.
  known_secrets text[]  not null default '{}',

  check (address is null or id is not null),
  check (moving_from is null or address is not null)
);

insert into file_storage default values;

-- The running nodes, and the ids of the secrets that each lists, newest first: a node must not sign with a secret that another
-- one does not list.
create table nodes (
  id         uuid           primary key,
  secret_ids text[]         not null check (cardinality(secret_ids) > 0),
  seen_at    timestamptz(3) not null default now()
);
