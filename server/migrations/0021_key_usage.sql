-- How much each key is used, and from where.

alter table api_key_uses
  add column last_address inet,
  add column last_user_agent text check (char_length(last_user_agent) <= 255);

-- The calls on each day (UTC). All nodes add to the same row, once a second at most.
create table api_key_usage (
  key_id      uuid   not null references api_keys on delete cascade,
  day         date   not null,
  calls       bigint not null check (calls >= 0),
  refused_4xx bigint not null check (refused_4xx >= 0),
  refused_5xx bigint not null check (refused_5xx >= 0),
  primary key (key_id, day)
) with (fillfactor = 50);

create index api_key_usage_by_day on api_key_usage (day);

-- The last batch of counts that each node has added, so that a batch whose outcome a node never learned is not added twice.
create table api_key_usage_batches (
  -- Chosen anew at each start of a node.
  node       uuid           primary key,
  batch      bigint         not null check (batch > 0),
  written_at timestamptz(3) not null default now()
) with (fillfactor = 50);

-- The networks that each key was used from: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address.
create table api_key_networks (
  key_id        uuid           not null references api_keys on delete cascade,
  network       cidr           not null check (masklen(network) = case family(network) when 4 then 24 else 48 end),
  first_seen_at timestamptz(3) not null,
  -- To the day, so that a call from a known network changes no row.
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
