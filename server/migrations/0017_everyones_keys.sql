-- Oversight: the lists of everyone's keys are as fast with a million keys, and seals say what they cover.

-- Every key has a row from the start, so that those that were never used are found like those not used for long.
alter table api_key_uses
  alter column last_used_at drop not null,
  add column made_at timestamptz(3) not null default now();
update api_key_uses set made_at = created_at from api_keys where id = key_id;
insert into api_key_uses (key_id, made_at)
select id, created_at from api_keys where not exists (select from api_key_uses where key_id = id);

-- To the day, since an index on the very time would make each write of it a write of the index too.
alter table api_key_uses add column idle_since date not null
  generated always as ((coalesce(last_used_at, made_at) at time zone 'UTC')::date) stored;
create index api_key_uses_idle on api_key_uses (idle_since);

create function api_keys_begin_unused() returns trigger language plpgsql as $$
begin
  insert into api_key_uses (key_id, made_at) select id, created_at from made;
  return null;
end
$$;

create trigger api_keys_begin_unused after insert on api_keys referencing new table as made
  for each statement execute function api_keys_begin_unused();

-- In the order of the list, newest first.
create index api_keys_revoked on api_keys (id) where revoked_at is not null;
create index api_keys_never_expiring on api_keys (id) where revoked_at is null and expires_at is null;
create index api_keys_by_expiry on api_keys (expires_at) where revoked_at is null and expires_at is not null;
-- What is asked for by part of a name, or by the start of a prefix.
create index api_keys_by_name on api_keys using gin (name gin_trgm_ops);
create index api_keys_by_prefix on api_keys (prefix text_pattern_ops);

-- A seal's own account, of which `mac` is made: its number, the seal before, and of each entry its id, time, action and
-- mac. Empty in seals from before there were accounts.
alter table audit_seals add column account text;
