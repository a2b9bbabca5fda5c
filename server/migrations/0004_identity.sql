-- Users, and how they sign in.

create table users (
  id                 uuid           primary key,
  name               text           not null,
  email              text           not null unique check (email = lower(email)),
  role               text           not null check (role in ('owner', 'admin', 'member')),
  two_factor_enabled boolean        not null default false,
  disabled           boolean        not null default false,
  created_at         timestamptz(3) not null default now(),
  updated_at         timestamptz(3) not null default now(),
  version            integer        not null default 1,

  constraint users_owner_enabled check (role <> 'owner' or not disabled)
);

-- At most one owner, even if two setups run simultaneously: the second waits for the first and then fails.
create unique index users_one_owner on users (role) where role = 'owner';

-- At least one owner, once one exists. Checked at the end of each statement, so one statement transfers the ownership, and even
-- inside the transaction an owner always exists:
--
--   with former as (
--     update users set role = 'admin', version = version + 1, updated_at = now() where role = 'owner' returning id
--   )
--   update users set role = 'owner', version = version + 1, updated_at = now()
--   from former where users.id = $1 and users.id <> former.id
--
-- Reading `former` runs the demotion first, as users_one_owner requires. An unknown $1 promotes nobody and fails here; a disabled
-- one fails on users_owner_enabled.
create function users_keep_owner() returns trigger language plpgsql as $$
begin
  if not exists (select from users where role = 'owner') then
    raise exception 'the owner can be neither demoted nor removed, only succeeded'
      using errcode = 'check_violation', schema = tg_table_schema, table = tg_table_name, constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger users_keep_owner after update of role or delete on users
  for each row when (old.role = 'owner') execute function users_keep_owner();

create table sessions (
  id           uuid           primary key,
  user_id      uuid           not null references users on delete cascade,
  -- SHA-256 of the token, base64url: a copy of the database opens no session.
  token_hash   text           not null unique check (length(token_hash) = 43),
  -- The id of the secret that signed the cookie which the browser presented last, or else the one that it received. Null until then.
  signed_with  text           check (signed_with ~ '^[0-9a-f]{8}$'),
  -- When the user last proved who they are: by signing in, or by confirming with a password, a code or the provider.
  confirmed_at timestamptz(3) not null default now(),
  -- Such as 'Firefox on Linux', never the whole header.
  browser      text,
  expires_at   timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null
);

-- Disabling a user, or changing a password, deletes that user's sessions.
create index sessions_of_user on sessions (user_id);

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

-- One row for each way in which a user signs in. An account with a password has `credential` as provider_id and the user's id as
-- account_id; one at an identity provider has the issuer and the subject.
create table accounts (
  id          uuid           primary key,
  user_id     uuid           not null references users on delete cascade,
  provider_id text           not null,
  account_id  text           not null,
  -- scrypt, as 'salt:key' in hexadecimal.
  password    text,
  updated_at  timestamptz(3) not null default now(),

  unique (provider_id, account_id),
  -- Sign-in looks for exactly this row; without it, it rejects even the right password.
  constraint accounts_password_is_own check (
    provider_id <> 'credential' or (account_id = user_id::text and password is not null)
  )
);

create index accounts_of_user on accounts (user_id);
-- An email address that the provider assigned to somebody else must not open the first user's account.
create unique index accounts_one_per_provider on accounts (user_id, provider_id);

-- Sign-ins that returned from the identity provider, because each return works only once.
create table identity_sign_ins (
  -- SHA-256 of the state in the request.
  state_hash bytea          primary key check (octet_length(state_hash) = 32),
  -- After this, the state is rejected for its age.
  expires_at timestamptz(3) not null
);

-- The secret that a user's authenticator app shares. users.two_factor_enabled states whether the user has confirmed it.
create table two_factor (
  user_id        uuid    primary key references users on delete cascade,
  -- 20 bytes, encrypted with AES-256-GCM and a key derived from SECRET: nonce (12), secret, tag (16).
  secret         bytea   not null check (octet_length(secret) = 48),
  -- The id of the secret in SECRET that the key is derived from.
  encrypted_with text    not null check (encrypted_with ~ '^[0-9a-f]{8}$'),
  -- The step (30 s, counted since 1970) of the code that was used last: its code and earlier ones are rejected.
  last_step      integer not null default 0
);

create table recovery_codes (
  user_id   uuid  not null references two_factor on delete cascade,
  -- SHA-256. A code has 80 random bits, so it needs neither salt nor a slow hash. A used one is deleted.
  code_hash bytea not null check (octet_length(code_hash) = 32),

  primary key (user_id, code_hash)
);

-- Sign-ins with the right password that still need a code. The browser has the id in a signed cookie.
create table pending_sign_ins (
  id          uuid           primary key,
  user_id     uuid           not null references users on delete cascade,
  wrong_codes smallint       not null default 0 check (wrong_codes between 0 and 5),
  expires_at  timestamptz(3) not null
);

create index pending_sign_ins_of_user on pending_sign_ins (user_id);

-- Wrong codes, passwords and sign-ins. Each one moves spent_until on by a quarter of an hour, and next_at by a wait that doubles.
-- The subject is a hash of what is guessed and by whom: addresses without an account count too, and are not stored.
create table attempts (
  subject     bytea          primary key check (octet_length(subject) = 32),
  spent_until timestamptz(3) not null,
  next_at     timestamptz(3) not null
);

create index attempts_by_end on attempts (spent_until);

create table invitations (
  id           uuid           primary key,
  email        text           not null check (email = lower(email)),
  -- Nobody becomes the owner by invitation.
  role         text           not null check (role in ('admin', 'member')),
  -- SHA-256 of the token in the link, which is shown once.
  token_hash   bytea          not null unique check (octet_length(token_hash) = 32),
  invited_by   uuid           not null references users,
  -- An invitation created with a key works only after a signed-in owner or admin confirms it, so a stolen key lets nobody in.
  api_key_id   uuid,
  confirmed_at timestamptz(3) default now(),
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  accepted_at  timestamptz(3),
  revoked_at   timestamptz(3),

  constraint invitations_end_once check (accepted_at is null or revoked_at is null),
  constraint invitations_confirmed_in_a_browser check (confirmed_at is not null or api_key_id is not null),
  constraint invitations_accepted_once_confirmed check (accepted_at is null or confirmed_at is not null)
);

-- One open invitation for an address. An index cannot depend on the current time, so inviting again first revokes what has expired.
create unique index invitations_one_open on invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_of_inviter on invitations (invited_by) where accepted_at is null and revoked_at is null;
create index invitations_of_key on invitations (api_key_id) where accepted_at is null and revoked_at is null;

-- Links to set a new password. The token is derived from the server's secret and the row's id: the job that sends the link derives
-- it again, and the database stores nothing that opens an account.
create table password_resets (
  id         uuid           primary key,
  user_id    uuid           not null references users on delete cascade,
  -- SHA-256 of the token.
  token_hash bytea          not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When it was used, or replaced by a newer link.
  ended_at   timestamptz(3)
);

create index password_resets_of_user on password_resets (user_id, created_at);
-- Only the newest link works.
create unique index password_resets_one_open on password_resets (user_id) where ended_at is null;

-- Links to confirm a new email address. Their tokens are derived like those for passwords.
create table email_changes (
  id         uuid           primary key,
  user_id    uuid           not null references users on delete cascade,
  email      text           not null check (email = lower(email)),
  -- SHA-256 of the token.
  token_hash bytea          not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When it was used, or replaced by a newer link.
  ended_at   timestamptz(3)
);

create index email_changes_of_user on email_changes (user_id, created_at);
-- Only the newest link works.
create unique index email_changes_one_open on email_changes (user_id) where ended_at is null;

-- The response to a POST with an Idempotency-Key, written together with its effect. Kept for two days.
create table idempotency_records (
  user_id     uuid           not null references users on delete cascade,
  operation   text           not null,
  key         text           not null check (length(key) between 1 and 255),
  fingerprint bytea          not null,
  -- Both are null while the first attempt runs, which nobody else can see.
  status      integer,
  -- The exact response; if it contained a secret, only the id of the new record.
  body        text,
  created_at  timestamptz(3) not null default now(),

  primary key (user_id, operation, key)
);

create index idempotency_records_by_age on idempotency_records (created_at);
