-- What a run used of a model, how long it may take, and the answers that it has already received.

alter table skill_runs
  add time_limit_seconds integer not null default 300 check (time_limit_seconds > 0),
  -- As the model's endpoint states it, without the key. For owners and admins.
  add endpoint_message text check (char_length(endpoint_message) between 1 and 1000),
  add model text,
  add calls integer not null default 0 check (calls >= 0),
  add input_tokens integer not null default 0 check (input_tokens >= 0),
  add output_tokens integer not null default 0 check (output_tokens >= 0),
  add cost numeric(18, 6) check (cost >= 0),
  add currency text,
  add constraint skill_runs_usage check ((model is not null) = (calls > 0)),
  add constraint skill_runs_cost check (
    (cost is null) = (currency is null) and (cost is null or model is not null)
  ),
  add constraint skill_runs_endpoint_message check (endpoint_message is null or status = 'failed');

-- An attempt that takes over a run continues from these answers instead of paying for them again. They go when the run
-- succeeds, or after two days; a retry takes over those that are left.
create table skill_run_calls (
  run_id        uuid           not null references skill_runs on delete cascade,
  -- SHA-256 of the model's name and the messages: an answer holds for exactly this request.
  request       bytea          not null check (octet_length(request) = 32),
  answer        text           not null,
  -- Whether it has the form that was asked for. A retry asks again if it has not.
  understood    boolean        not null,
  input_tokens  integer        not null check (input_tokens >= 0),
  output_tokens integer        not null check (output_tokens >= 0),
  -- Taken over from the run that this one retries, which paid for it.
  reused        boolean        not null default false,
  created_at    timestamptz(3) not null default now(),

  primary key (run_id, request)
);

create index skill_run_calls_by_time on skill_run_calls (created_at);
