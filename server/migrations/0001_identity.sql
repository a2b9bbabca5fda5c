-- People and how they sign in. Runs on PostgreSQL >= 15 and on PGlite, with no extension.
--
-- Ids are UUIDv7 made in Node: PostgreSQL learns uuidv7() in 18 only. Instants are timestamptz(3), because a
-- JavaScript Date carries no more, and a cursor made from one would skip rows that differ in microseconds.

create table users (
  id             uuid           primary key,
  name           text           not null,
  -- The sign-in library looks people up by the lower-cased address.
  email          text           not null unique check (email = lower(email)),
  email_verified boolean        not null default false,
  image          text,
  role           text           not null check (role in ('owner', 'admin', 'member')),
  disabled       boolean        not null default false,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  version        integer        not null default 1,

  constraint users_owner_enabled check (role <> 'owner' or not disabled)
);

-- At most one owner, also when two set-ups run at once: the second waits for the first and then fails.
create unique index users_one_owner on users (role) where role = 'owner';

-- At least one owner, once there has been one. It is checked when a statement ends, so ownership changes hands in
-- one statement, and no moment without an owner exists even inside a transaction:
--
--   with former as (
--     update users set role = 'admin', version = version + 1, updated_at = now() where role = 'owner' returning id
--   )
--   update users set role = 'owner', version = version + 1, updated_at = now()
--   from former where users.id = $1 and users.id <> former.id
--
-- Reading `former` is what puts the demotion first, which users_one_owner needs. An unknown $1 promotes nobody and
-- fails here; a disabled one fails on users_owner_enabled.
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
  id         uuid           primary key,
  user_id    uuid           not null references users on delete cascade,
  -- SHA-256 of the token, base64url: whoever reads the database, or a copy of it, gains no session.
  token_hash text           not null unique check (length(token_hash) = 43),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The library's insert names these two; it is given neither, so they stay empty.
  ip_address text,
  user_agent text
);

-- Disabling someone, or changing a password, deletes that person's sessions.
create index sessions_of_user on sessions (user_id);

-- One row for each way in which someone signs in. The columns are the library's.
create table accounts (
  id                       uuid           primary key,
  user_id                  uuid           not null references users on delete cascade,
  provider_id              text           not null,
  account_id               text           not null,
  -- scrypt, as 'salt:key' in hexadecimal.
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope                    text,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),

  unique (provider_id, account_id),
  -- Sign-in looks for exactly this row; without it, a right password is refused like a wrong one.
  constraint accounts_password_is_own check (
    provider_id <> 'credential' or (account_id = user_id::text and password is not null)
  )
);

create index accounts_of_user on accounts (user_id);

-- Short-lived proofs of the library, such as the state of a sign-in that is at an identity provider.
create table verifications (
  id         uuid           primary key,
  identifier text           not null,
  value      text           not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index verifications_by_identifier on verifications (identifier);

create table invitations (
  id          uuid           primary key,
  email       text           not null check (email = lower(email)),
  -- Nobody becomes the owner by invitation.
  role        text           not null check (role in ('admin', 'member')),
  -- SHA-256 of the token in the link, which is shown once.
  token_hash  bytea          not null unique check (octet_length(token_hash) = 32),
  invited_by  uuid           not null references users,
  created_at  timestamptz(3) not null default now(),
  expires_at  timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at  timestamptz(3),

  constraint invitations_end_once check (accepted_at is null or revoked_at is null)
);

-- One open invitation for an address. Time alone does not close one, since an index cannot ask for the time:
-- inviting again first revokes what has expired.
create unique index invitations_one_open on invitations (email) where accepted_at is null and revoked_at is null;
