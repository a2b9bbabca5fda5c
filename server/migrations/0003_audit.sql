-- Administrative actions. The actor, the key and the target are stored under their names at that time, without foreign keys, so that
-- an entry outlives them.
create table audit_log (
  id             uuid           primary key,
  action         text           not null,
  -- Null if nobody was signed in: on the server's command line, or after a failed sign-in.
  actor_id       uuid,
  actor_email    text           not null,
  via            text           not null check (via in ('session', 'api_key', 'operator')),
  api_key_id     uuid,
  api_key_prefix text,
  api_key_name   text,
  -- The network address of the caller.
  address        inet,
  target_type    text           not null,
  target_id      uuid           not null,
  target_label   text           not null,
  details        jsonb          not null default '{}',
  at             timestamptz(3) not null default now(),

  constraint audit_log_names_the_key check ((via = 'api_key') = (api_key_id is not null))
);

-- Ordered by time rather than by id, so that a filter by time reads only the entries of that time. The id decides among entries of the
-- same millisecond.
create index audit_log_by_time on audit_log (at, id);
create index audit_log_by_action on audit_log (action, at, id);
create index audit_log_by_api_key on audit_log (api_key_id, at, id) where api_key_id is not null;
-- For searches by part of an email address.
create index audit_log_by_actor on audit_log using gin (actor_email gin_trgm_ops);

-- A seal covers a batch of entries with an HMAC that continues the previous seal. A job seals them: with a chain over single
-- entries, all writers would wait for one another.
create table audit_seals (
  number      bigint         primary key,
  entries     integer        not null check (entries > 0),
  -- What the mac signs: the seal's number, the previous mac, and of each entry the id, time, action and mac.
  account     text           not null,
  -- HMAC-SHA-256 of the account, keyed with the secret.
  mac         bytea          not null check (octet_length(mac) = 32),
  -- The id of the secret in SECRET that signed it.
  signed_with text           not null check (signed_with ~ '^[0-9a-f]{8}$'),
  -- The time of the newest entry sealed so far.
  until       timestamptz(3) not null,
  sealed_at   timestamptz(3) not null default now()
);

create table audit_sealed_entries (
  entry_id uuid    primary key references audit_log,
  seal     bigint  not null references audit_seals,
  position integer not null,

  unique (seal, position)
);

create trigger audit_log_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_seals_kept before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
create trigger audit_sealed_entries_kept before update or delete or truncate on audit_sealed_entries
  for each statement execute function refuse_change();
