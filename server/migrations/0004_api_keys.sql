create table api_keys (
  id         uuid           primary key,
  owner_id   uuid           not null references users on delete cascade,
  name       text           not null check (char_length(name) between 1 and 100),
  -- The part that stays visible. Not unique: eight digits have even odds of a repeat near 77,000 keys.
  prefix     text           not null check (prefix ~ '^aie_[0-9a-f]{8}$'),
  -- SHA-256 of the whole token, which is stored nowhere.
  token_hash bytea          not null unique check (octet_length(token_hash) = 32),
  -- Stored, enforced nowhere: a key has its owner's permissions.
  scopes     text[]         not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) check (expires_at > created_at),
  revoked_at timestamptz(3)
);

create index api_keys_of_owner on api_keys (owner_id, id desc);

-- Revoked is for good, whatever a statement says.
create function api_keys_stay_revoked() returns trigger language plpgsql as $$
begin
  raise exception 'a revoked key is never reinstated'
    using errcode = 'check_violation', table = tg_table_name, constraint = tg_name;
end
$$;

create trigger api_keys_stay_revoked before update on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function api_keys_stay_revoked();

-- When a key was last used, apart from the key: narrow rows that are updated in place, so that counting calls never
-- touches, or waits for, what decides whether a call is let in.
create table api_key_uses (
  key_id       uuid           primary key references api_keys on delete cascade,
  last_used_at timestamptz(3) not null
) with (fillfactor = 50);
