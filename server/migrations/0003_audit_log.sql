-- What was administered. Whoever acted and whatever was acted on are kept as they were called then: no foreign keys,
-- so that an entry outlives both.
create table audit_log (
  id           uuid           primary key,
  action       text           not null,
  -- Empty where nobody was signed in: the server's own command line, a failed sign-in.
  actor_id     uuid,
  actor_email  text           not null,
  target_type  text           not null,
  target_id    uuid           not null,
  target_label text           not null,
  details      jsonb          not null default '{}',
  at           timestamptz(3) not null default now()
);

create index audit_log_by_action on audit_log (action, id desc);
create index audit_log_by_time on audit_log (at);
-- Part of an address is asked for.
create extension if not exists pg_trgm;
create index audit_log_by_actor on audit_log using gin (actor_email gin_trgm_ops);

-- A seal covers a batch of entries with an HMAC that continues the seal before it. Sealing is a job of its own: a chain
-- over single entries would make all who write wait for one another.
create table audit_seals (
  number    bigint         primary key,
  entries   integer        not null check (entries > 0),
  -- HMAC-SHA-256 over the mac before and the entries, in order.
  mac       bytea          not null check (octet_length(mac) = 32),
  -- The time of the newest entry in it.
  until     timestamptz(3) not null,
  sealed_at timestamptz(3) not null default now()
);

create table audit_sealed_entries (
  entry_id uuid    primary key references audit_log,
  seal     bigint  not null references audit_seals,
  position integer not null,

  unique (seal, position)
);

-- History is only added to. The application's own user is refused, too.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end
$$;

create trigger audit_log_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_seals_kept before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
create trigger audit_sealed_entries_kept before update or delete or truncate on audit_sealed_entries
  for each statement execute function refuse_change();
