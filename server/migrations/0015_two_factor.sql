-- The second step of signing in, and what people are shown of their sessions.
alter table users add column two_factor_enabled boolean not null default false;

-- The secret that someone's authenticator app shares: begun with, or in use, as users.two_factor_enabled tells.
create table two_factor (
  user_id   uuid    primary key references users on delete cascade,
  -- 20 bytes under AES-256-GCM, by a key made from SECRET: nonce (12), secret, tag (16).
  secret    bytea   not null check (octet_length(secret) = 48),
  -- The step (30 s, counted since 1970) of the code that was used last: no code of it or of an earlier one is good again.
  last_step integer not null default 0
);

create table recovery_codes (
  user_id   uuid  not null references two_factor on delete cascade,
  -- SHA-256. A code is 80 random bits, so it needs neither salt nor a slow hash; one that is used is deleted.
  code_hash bytea not null check (octet_length(code_hash) = 32),

  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right and whose code is to come. The browser has the id in a signed cookie.
create table pending_sign_ins (
  id          uuid           primary key,
  user_id     uuid           not null references users on delete cascade,
  wrong_codes smallint       not null default 0 check (wrong_codes between 0 and 5),
  expires_at  timestamptz(3) not null
);

create index pending_sign_ins_of_user on pending_sign_ins (user_id);

-- How often someone may still be wrong. Each wrong code or password moves the time on, and once it is too far ahead
-- the next one waits until the clock has come nearer.
create table tries (
  user_id     uuid           not null references users on delete cascade,
  what        text           not null check (what in ('code', 'password')),
  spent_until timestamptz(3) not null,

  primary key (user_id, what)
);

-- Such as 'Firefox on Linux': never the whole header, and never an address.
alter table sessions rename column user_agent to browser;
