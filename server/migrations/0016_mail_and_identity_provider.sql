-- Links by which someone sets a new password. The token is made from the server's secret and the row's id, so that the
-- job that sends the link can make it again and nothing that opens an account is stored.
create table password_resets (
  id         uuid           primary key,
  user_id    uuid           not null references users on delete cascade,
  -- SHA-256 of the token.
  token_hash bytea          not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When it was used, or a newer link took its place.
  ended_at   timestamptz(3)
);

create index password_resets_of_user on password_resets (user_id, created_at);

-- The newest link is the only one that works.
create unique index password_resets_one_open on password_resets (user_id) where ended_at is null;

-- Sign-ins that came back from the identity provider: what came back works once.
create table identity_sign_ins (
  -- SHA-256 of the state that was sent along.
  state_hash bytea          primary key check (octet_length(state_hash) = 32),
  -- After this the state is refused by its age.
  expires_at timestamptz(3) not null
);

-- An account of an identity provider is `accounts (provider_id = issuer, account_id = subject)`. Someone has one there:
-- an address that the provider gave to another person must not lead into the first one's account.
create unique index accounts_one_per_provider on accounts (user_id, provider_id);

-- Keys whose owner was told that they expire soon.
create table api_key_reminders (
  key_id      uuid           primary key references api_keys on delete cascade,
  reminded_at timestamptz(3) not null default now()
);
