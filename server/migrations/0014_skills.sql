-- Skills of a team's own, and the runs of all skills.

create table skills (
  name         text           primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(name) <= 64),
  description  text           not null check (char_length(description) between 1 and 1024),
  -- The SKILL.md below its front matter.
  instructions text           not null,
  created_by   uuid           not null references users,
  created_at   timestamptz(3) not null default now()
);

create table skill_runs (
  id            uuid           primary key,
  -- By its name only: runs outlive their skill.
  skill         text           not null,
  project_id    uuid           not null references projects on delete cascade,
  -- The contract's SkillInput.
  input         jsonb          not null,
  status        text           not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'canceled', 'timed_out')),
  done          integer        not null default 0 check (done >= 0),
  total         integer        not null default 0 check (total >= 0),
  message       text           not null default '',
  -- The contract's output, every quotation of which was verified in the transaction that wrote it.
  output        jsonb,
  error_code    text,
  error_message text,
  -- No foreign key: the two are of one project and go together.
  retry_of      uuid,
  -- Whose work it is at present: who does not know this value any more has lost the run, and writes nothing.
  attempt       uuid,
  attempts      integer        not null default 0,
  -- When the attempt has last shown that it lives.
  seen_at       timestamptz(3),
  -- When a job was last sent for it.
  sent_at       timestamptz(3) not null default now(),
  created_by    uuid           not null references users,
  created_at    timestamptz(3) not null default now(),
  -- At the first attempt; the time limit counts from here.
  started_at    timestamptz(3),
  finished_at   timestamptz(3),

  constraint skill_runs_finished check ((finished_at is null) = (status in ('queued', 'running'))),
  constraint skill_runs_started check (started_at is not null or status in ('queued', 'failed', 'canceled')),
  constraint skill_runs_worked_on check ((attempt is not null) = (status = 'running')),
  constraint skill_runs_output check ((output is not null) = (status = 'succeeded')),
  constraint skill_runs_error check (
    (error_code is not null) = (status in ('failed', 'timed_out'))
    and (error_code is null) = (error_message is null)
  )
) with (fillfactor = 70);

create index skill_runs_of_project on skill_runs (project_id, id desc);
create index skill_runs_of_skill on skill_runs (skill, id desc);
create index skill_runs_by_status on skill_runs (status, id desc);

-- What has finished stays as it is, whoever comes late; and what a run is about never changes.
create function skill_runs_keep() returns trigger language plpgsql as $$
begin
  if old.finished_at is not null then
    raise exception 'Run % has finished and never changes again', old.id using errcode = 'restrict_violation';
  end if;
  if (new.id, new.skill, new.project_id, new.input, new.retry_of, new.created_by, new.created_at)
    is distinct from (old.id, old.skill, old.project_id, old.input, old.retry_of, old.created_by, old.created_at)
    or old.started_at is not null and new.started_at is distinct from old.started_at
  then
    raise exception 'What run % is about never changes', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger skill_runs_kept before update on skill_runs
  for each row execute function skill_runs_keep();
