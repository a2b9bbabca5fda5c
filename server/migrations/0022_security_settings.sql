-- Rules of the organisation for keys and sign-ins, the end of sessions, and changes of email addresses.

alter table settings
  -- Null: keys may last for ever.
  add column max_key_lifetime_days integer check (max_key_lifetime_days between 1 and 3650),
  add column two_factor_required   boolean not null default false,
  add column max_session_days      integer not null default 30 check (max_session_days between 1 and 365);

-- A session ends when it has been unused for 14 days, or at the organisation's maximum age, whichever comes first.
create function sessions_end() returns trigger language plpgsql as $$
declare
  max_days integer;
begin
  if tg_op = 'INSERT' then
    -- The maximum may be changing: that update then finds this session and ends it earlier.
    select max_session_days into max_days from settings for share;
  else
    select max_session_days into max_days from settings;
  end if;
  new.expires_at := least(
    new.expires_at, new.updated_at + interval '14 days', new.created_at + make_interval(days => max_days));
  return new;
end
$$;

create trigger sessions_end before insert or update on sessions for each row execute function sessions_end();
update sessions set expires_at = expires_at;

-- Keys by their lifetime, to find those that are allowed no longer.
create index api_keys_by_lifetime on api_keys ((expires_at - created_at))
  where revoked_at is null and expires_at is not null;

-- Links by which someone confirms a new address. As for passwords, the token is made again by the job that sends it.
create table email_changes (
  id         uuid           primary key,
  user_id    uuid           not null references users on delete cascade,
  email      text           not null check (email = lower(email)),
  -- SHA-256 of the token.
  token_hash bytea          not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When it was used, or a newer link took its place.
  ended_at   timestamptz(3)
);

create index email_changes_of_user on email_changes (user_id, created_at);

-- The newest link is the only one that works.
create unique index email_changes_one_open on email_changes (user_id) where ended_at is null;
