-- A call with a key that lets someone in or redirects payments takes effect only when an owner or admin confirms it in the browser.
-- Rows exist until then: they are deleted when they are confirmed or declined, and with the permission of their key.
create table grants (
  id           uuid           not null primary key,
  api_key_id   uuid           not null references api_keys,
  operation    text           not null,
  -- The parameters and the body of the call.
  input        jsonb          not null,
  -- The fields that grant, as they were when the call was made.
  before       jsonb          not null,
  summary      text           not null,
  requested_at timestamptz(3) not null default now()
);

-- The same call made again is the same grant.
create unique index grants_once on grants (api_key_id, operation, md5(input::text));
create index grants_by_operation on grants (operation, id);
