-- What was answered to a POST that carried an Idempotency-Key, written with its effect. Kept for two days.
create table idempotency_records (
  user_id     uuid           not null references users on delete cascade,
  operation   text           not null,
  key         text           not null check (length(key) between 1 and 255),
  fingerprint bytea          not null,
  -- Both empty while the first attempt runs, which nobody else can see.
  status      integer,
  -- The answer, byte for byte; where it held a secret, only the id of what was made.
  body        text,
  created_at  timestamptz(3) not null default now(),

  primary key (user_id, operation, key)
);

create index idempotency_records_by_age on idempotency_records (created_at);
