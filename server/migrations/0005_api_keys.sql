create table api_keys (
  id         uuid           primary key,
  owner_id   uuid           not null references users on delete cascade,
  name       text           not null check (char_length(name) between 1 and 100),
  -- The part that stays visible. Not unique: with eight digits, a repetition is likely from 77,000 keys on.
  prefix     text           not null check (prefix ~ '^aie_[0-9a-f]{8}$'),
  -- SHA-256 of the whole token, which is not stored.
  token_hash bytea          not null unique check (octet_length(token_hash) = 32),
  -- Stored, but not enforced: a key has its owner's permissions.
  scopes     text[]         not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) check (expires_at > created_at),
  revoked_at timestamptz(3)
);

create index api_keys_of_owner on api_keys (owner_id, id desc);
-- The list of revoked keys is read in this order, newest first.
create index api_keys_revoked on api_keys (id) where revoked_at is not null;
create index api_keys_never_expiring on api_keys (id) where revoked_at is null and expires_at is null;
create index api_keys_by_expiry on api_keys (expires_at) where revoked_at is null and expires_at is not null;
-- Finds the keys whose lifetime exceeds a new maximum.
create index api_keys_by_lifetime on api_keys ((expires_at - created_at))
  where revoked_at is null and expires_at is not null;
-- For searches by part of a name, or by the start of a prefix.
create index api_keys_by_name on api_keys using gin (folded(name) gin_trgm_ops);
create index api_keys_by_prefix on api_keys (prefix text_pattern_ops);

-- Revoking is final, whatever a statement attempts.
create function api_keys_stay_revoked() returns trigger language plpgsql as $$
begin
  raise exception 'a revoked key is never reinstated'
    using errcode = 'check_violation', table = tg_table_name, constraint = tg_name;
end
$$;

create trigger api_keys_stay_revoked before update on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function api_keys_stay_revoked();

-- The last use of each key, in narrow rows of their own that are updated in place: counting calls never changes, or waits for, the
-- rows that decide whether a call is accepted.
create table api_key_uses (
  key_id          uuid           primary key references api_keys on delete cascade,
  made_at         timestamptz(3) not null default now(),
  last_used_at    timestamptz(3),
  last_address    inet,
  last_user_agent text           check (char_length(last_user_agent) <= 255),
  -- Only the day: an index on the exact time would have to be written with each use.
  idle_since      date           not null
    generated always as ((coalesce(last_used_at, made_at) at time zone 'UTC')::date) stored
) with (fillfactor = 50);

create index api_key_uses_idle on api_key_uses (idle_since);

-- Every key has a row from the start, so that one search finds keys that were never used and those not used for long.
create function api_keys_begin_unused() returns trigger language plpgsql as $$
begin
  insert into api_key_uses (key_id, made_at) select id, created_at from made;
  return null;
end
$$;

create trigger api_keys_begin_unused after insert on api_keys referencing new table as made
  for each statement execute function api_keys_begin_unused();

-- The calls on each day (UTC). All nodes add to the same row, each at most once a second.
create table api_key_usage (
  key_id      uuid   not null references api_keys on delete cascade,
  day         date   not null,
  calls       bigint not null check (calls >= 0),
  refused_4xx bigint not null check (refused_4xx >= 0),
  refused_5xx bigint not null check (refused_5xx >= 0),

  primary key (key_id, day)
) with (fillfactor = 50);

create index api_key_usage_by_day on api_key_usage (day);

-- The last batch of counts that each node added. If a node does not learn whether a batch was committed, it sends it again, and
-- nothing is counted twice.
create table api_key_usage_batches (
  -- A node has a new id after each start.
  node       uuid           primary key,
  batch      bigint         not null check (batch > 0),
  written_at timestamptz(3) not null default now()
) with (fillfactor = 50);

-- The networks that each key was used from: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address.
create table api_key_networks (
  key_id        uuid           not null references api_keys on delete cascade,
  network       cidr           not null check (masklen(network) = case family(network) when 4 then 24 else 48 end),
  first_seen_at timestamptz(3) not null,
  -- Only the day, so that a call from a known network changes no row.
  last_seen_on  date           not null check (last_seen_on >= (first_seen_at at time zone 'UTC')::date),

  primary key (key_id, network)
);

create function api_key_networks_keep_twenty() returns trigger language plpgsql as $$
begin
  delete from api_key_networks where (key_id, network) in (
    select key_id, network from (
      select key_id, network, row_number() over (
        partition by key_id order by last_seen_on desc, first_seen_at desc, network) as place
      from api_key_networks where key_id in (select key_id from added)) as seen
    where place > 20);
  return null;
end
$$;

create trigger api_key_networks_keep_twenty after insert on api_key_networks referencing new table as added
  for each statement execute function api_key_networks_keep_twenty();

-- Keys whose owner was reminded that they expire soon.
create table api_key_reminders (
  key_id uuid primary key references api_keys on delete cascade
);

alter table invitations add foreign key (api_key_id) references api_keys;

-- A call with a key that lets someone in or redirects payments takes effect only when an owner or admin confirms it in the browser.
-- Rows exist until then: they are deleted when they are confirmed or declined, and with the permission of their key.
create table grants (
  id           uuid           primary key,
  api_key_id   uuid           not null references api_keys,
  operation    text           not null,
  -- The parameters and the body of the call.
  input        jsonb          not null,
  -- The fields that grant, as they were when the call was made.
  before       jsonb          not null,
  summary      text           not null,
  requested_at timestamptz(3) not null default now()
);

-- Repeating a call does not create another grant.
create unique index grants_once on grants (api_key_id, operation, md5(input::text));
create index grants_by_operation on grants (operation, id);
