--! needs-lock
-- Why calls with a key failed.

alter table api_keys add column note text not null default '' check (length(note) <= 1000);

-- The last refused calls with each key, also after it ended. Written with its usage, in batches that keep the newest thousand.
create table api_key_refusals (
  key_id     uuid           not null references api_keys on delete cascade,
  -- The request's.
  id         uuid           not null,
  at         timestamptz(3) not null,
  method     text           not null,
  -- Null for an address that is no route.
  route      text,
  status     integer        not null,
  code       text,
  address    inet,
  user_agent text           check (length(user_agent) <= 255),
  primary key (key_id, id)
);
create index api_key_refusals_by_time on api_key_refusals (at);
