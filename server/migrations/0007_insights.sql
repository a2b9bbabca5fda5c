-- Projects, their sources, what trackers find in them, and the runs of skills.

create table projects (
  id               uuid           primary key,
  name             text           not null check (char_length(name) between 1 and 200),
  description      text           not null default '' check (char_length(description) <= 5000),
  -- The language of short texts unless they are clearly in another one.
  usual_language   text,
  -- Raised whenever a tracker of the project is created, changed or deleted. Whoever writes the mentions of a source locks the row
  -- FOR SHARE and sees here whether the trackers are still those that it searched for.
  tracker_revision integer        not null default 0,
  created_by       uuid           not null references users,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  archived_at      timestamptz(3),
  -- From then on nothing in the project can be read, changed or added, and a job removes it. So queries of anything in a project
  -- join it `where deleted_at is null`, and writes lock its row FOR SHARE.
  deleted_at       timestamptz(3),
  version          integer        not null default 1
);

create index projects_by_name on projects using gin (folded(name) gin_trgm_ops);
create index projects_deleted on projects (id) where deleted_at is not null;

create table sources (
  id               uuid           primary key,
  project_id       uuid           not null references projects,
  external_id      text           check (external_id <> ''),
  title            text           not null check (title <> ''),
  -- How to divide a text that was sent as JSON; of a file, a guess by its name until it is read.
  kind             text           not null check (kind in ('text', 'document', 'transcript', 'table', 'email')),
  -- Whether the sender stated that it is a transcript, or that it is not. Null if the content of the file decides.
  stated_kind      text           check (stated_kind in ('text', 'transcript')),
  mime_type        text           not null,
  -- Null if the text was sent as JSON.
  filename         text           check (filename <> ''),
  bytes            bigint         not null check (bytes >= 0),
  -- The SHA-256 of the content, in hexadecimal.
  sha256           text           not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The key of the content in the store of files.
  file_key         text           not null unique,
  -- The language of the stored text (ISO 639-1).
  language         text,
  -- Set by the sender; null if the language is to be recognized.
  stated_language  text,
  status           text           not null default 'queued' check (status in ('queued', 'extracting', 'ready', 'failed')),
  error_code       text,
  error_message    text,
  -- The length of the stored text, in UTF-16 units.
  text_chars       integer        check (text_chars >= 0),
  occurred_at      timestamptz(3),
  author           text,
  tags             text[]         not null default '{}',
  metadata         jsonb          not null default '{}',
  -- Raised by each edit and each upload, but not by jobs.
  version          integer        not null default 1,
  -- Counts the contents that were uploaded.
  content_revision integer        not null default 1,
  -- The current run of the job that reads the content. A run with another value writes nothing.
  reading          uuid,
  -- Set while trackers may find other mentions, because details of the source have changed.
  rematch          boolean        not null default false,
  created_by       uuid           not null references users,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),

  constraint sources_being_read check ((reading is not null) = (status = 'extracting')),
  constraint sources_error check (
    (error_code is not null) = (status = 'failed') and (error_code is null) = (error_message is null)
  ),
  constraint sources_ready_with_text check (status <> 'ready' or text_chars is not null),
  constraint sources_failed_without_text check (status <> 'failed' or text_chars is null)
) with (fillfactor = 80);

-- What counts as the same source: the external id, or without one the content.
create unique index sources_by_external_id on sources (project_id, external_id) where external_id is not null;
create unique index sources_once on sources (project_id, sha256) where external_id is null;
create index sources_by_content on sources (project_id, sha256);

create index sources_of_project on sources (project_id, id);
create index sources_by_status on sources (project_id, status, id);
create index sources_by_kind on sources (project_id, kind, id);
create index sources_by_language on sources (project_id, language);
create index sources_by_tag on sources using gin (tags);
-- For searches by part of the title, the file name or the external id.
create index sources_by_name on sources
  using gin (folded(title || E'\n' || coalesce(filename, '') || E'\n' || coalesce(external_id, '')) gin_trgm_ops);
-- The latest longer sources, whose language short ones have.
create index sources_with_language on sources (project_id, id desc) include (language)
  where language is not null and text_chars >= 200;
create index sources_to_rematch on sources (id) where rematch;
-- Recent failures in all projects.
create index sources_failed on sources (id desc) where status = 'failed';

-- The number of sources by status, updated together with them. A transaction changes the status of a source last: until it commits,
-- other changes of status in the project wait.
create table source_counts (
  project_id uuid    primary key references projects on delete cascade,
  queued     integer not null default 0,
  extracting integer not null default 0,
  ready      integer not null default 0,
  failed     integer not null default 0
) with (fillfactor = 50);

create function count_sources() returns trigger language plpgsql as $$
begin
  insert into source_counts as counts (project_id, queued, extracting, ready, failed)
  select coalesce(new.project_id, old.project_id),
    coalesce((new.status = 'queued')::int, 0) - coalesce((old.status = 'queued')::int, 0),
    coalesce((new.status = 'extracting')::int, 0) - coalesce((old.status = 'extracting')::int, 0),
    coalesce((new.status = 'ready')::int, 0) - coalesce((old.status = 'ready')::int, 0),
    coalesce((new.status = 'failed')::int, 0) - coalesce((old.status = 'failed')::int, 0)
  on conflict (project_id) do update set
    queued = counts.queued + excluded.queued,
    extracting = counts.extracting + excluded.extracting,
    ready = counts.ready + excluded.ready,
    failed = counts.failed + excluded.failed;
  return null;
end
$$;

create trigger sources_counted after insert or delete or update of status on sources
  for each row execute function count_sources();

-- The reading whose parts and passages are the text of the source. It stays while newer content is being read.
create table source_texts (
  source_id        uuid    primary key references sources on delete cascade,
  -- The content that this is the text of.
  content_revision integer not null,
  -- The run of the job that read it.
  reading          uuid    not null,
  parts            integer not null check (parts > 0)
);

-- The text of a reading in parts of about 20,000 characters, so that no statement and no process holds a long text as a whole. Like
-- the passages, they are written before source_texts names the reading, a few at a time, and those of an interrupted run are
-- removed by the next run or at night.
create table source_text_parts (
  source_id    uuid    not null,
  reading      uuid    not null,
  -- Parts are numbered from 1, without gaps.
  number       integer not null,
  -- Where it is in the text, in UTF-16 units.
  start_offset integer not null,
  end_offset   integer not null,
  -- Offsets count UTF-16 units, not PostgreSQL's characters: a text is cut only in Node.
  text         text    not null,
  -- The contract's Segment[], with places in the whole text.
  segments     jsonb   not null,

  primary key (source_id, reading, number)
);
-- Compressing a text takes longer than writing it.
alter table source_text_parts alter column text set storage external;

-- The text in passages of about 1,000 characters for full-text search, because a tsvector holds at most 1 MB.
create table source_passages (
  source_id     uuid     not null,
  reading       uuid     not null,
  number        integer  not null,
  -- Where it is in the text, in UTF-16 units.
  start_offset  integer  not null,
  end_offset    integer  not null,
  text          text     not null,
  -- [start, end, speaker, startMs] of its segments.
  segments      jsonb    not null,
  -- The language whose stems the words have (ISO 639-1), or empty if they are not stems.
  configuration text     not null,
  -- The words, and one more that names the project and the language: the index then serves both conditions in one scan.
  words         tsvector not null,

  primary key (source_id, reading, number)
);
-- Most fit into their row, so that ranking reads no other.
alter table source_passages set (toast_tuple_target = 4080);
-- Each writer updates the index: with a list of pending entries, whoever adds the last one that fits would write all of them.
create index source_passages_by_word on source_passages using gin (words) with (fastupdate = off);

create table trackers (
  id                  uuid           primary key,
  project_id          uuid           not null references projects,
  name                text           not null check (char_length(name) between 1 and 200),
  -- The contract's phrases: [{text, match}].
  phrases             jsonb          not null,
  query               text,
  exclude             jsonb          not null,
  -- The contract's limits to some sources and speakers.
  scope               jsonb          not null default '{}',
  language            text,
  -- Raised by each change of what the tracker searches for.
  definition_revision integer        not null default 1,
  version             integer        not null default 1,
  created_by          uuid           not null references users,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  -- No longer visible; a job removes its mentions a few at a time, and this row last.
  deleted_at          timestamptz(3),

  constraint trackers_look_for_something check (query is not null or jsonb_array_length(phrases) > 0)
);

create index trackers_of_project on trackers (project_id, id) where deleted_at is null;
create index trackers_by_name on trackers using gin (folded(name) gin_trgm_ops) where deleted_at is null;
create index trackers_deleted on trackers (id) where deleted_at is not null;

-- Scans of existing sources by new or changed trackers. A row is deleted when its scan is complete.
create table tracker_backfills (
  tracker_id          uuid           primary key references trackers on delete cascade,
  definition_revision integer        not null,
  -- Sources are scanned in the order of their ids.
  last_source         uuid,
  done                integer        not null default 0,
  total               integer        not null,
  progressed_at       timestamptz(3) not null default now()
);

-- Not in `trackers`, because every source that mentions something writes here. Mentions are numbered under the lock of this row,
-- which is taken at the end of a transaction: none appears later with a smaller number.
create table tracker_counters (
  tracker_id uuid    primary key references trackers on delete cascade,
  last_seq   bigint  not null default 0,
  mentions   bigint  not null default 0 check (mentions >= 0),
  -- The number of sources with at least one mention.
  sources    integer not null default 0 check (sources >= 0)
) with (fillfactor = 50);

-- The same counters for each day (UTC): the day that a source states, or else the day of its upload.
create table tracker_days (
  tracker_id uuid    not null references trackers on delete cascade,
  day        date    not null,
  mentions   integer not null check (mentions > 0),
  sources    integer not null check (sources > 0),

  primary key (tracker_id, day)
);

create table mentions (
  tracker_id   uuid           not null references trackers,
  seq          bigint         not null,
  id           uuid           not null,
  source_id    uuid           not null references sources,
  day          date           not null,
  -- The phrase that matched, or `query`.
  rule         text           not null,
  -- UTF-16 offsets into the source's text.
  start_offset integer        not null,
  end_offset   integer        not null,
  text         text           not null,
  snippet      text           not null,
  highlights   jsonb          not null,
  speaker      text,
  start_ms     integer,
  -- Null if it is not assessed.
  sentiment    text           check (sentiment in ('positive', 'neutral', 'negative')),
  -- Dismissed mentions are in no counter. Dismissing or restoring a mention assigns the tracker's next number to it.
  dismissed    boolean        not null default false,
  detected_at  timestamptz(3) not null default now(),

  primary key (tracker_id, seq),
  constraint mentions_once unique (tracker_id, source_id, start_offset, end_offset, rule)
);

create unique index mentions_by_id on mentions (id);
create index mentions_of_source on mentions (source_id, start_offset, id);
create index mentions_by_day on mentions (tracker_id, day, seq) where not dismissed;
create index mentions_dismissed on mentions (tracker_id, seq) where dismissed;

-- Mentions that a user dismissed as false, by content: a dismissal outlives the mention's row when the tracker is edited or the
-- source is read again.
create table dismissals (
  id           uuid           primary key,
  tracker_id   uuid           not null references trackers on delete cascade,
  source_id    uuid           not null references sources on delete cascade,
  -- [{key, before, after, number, of}]: hashes of the words, and of the sentences around them.
  anchors      jsonb          not null check (jsonb_array_length(anchors) > 0),
  dismissed_by uuid           not null references users,
  dismissed_at timestamptz(3) not null default now()
);

create index dismissals_of_source on dismissals (source_id, tracker_id);
create index dismissals_of_tracker on dismissals (tracker_id);

-- Custom skills.
create table skills (
  name         text           primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(name) <= 64),
  description  text           not null check (char_length(description) between 1 and 1024),
  -- The SKILL.md below its front matter.
  instructions text           not null,
  created_by   uuid           not null references users,
  created_at   timestamptz(3) not null default now()
);

-- The runs of all skills.
create table skill_runs (
  id                 uuid           primary key,
  -- Only its name: runs outlive their skill.
  skill              text           not null,
  project_id         uuid           not null references projects on delete cascade,
  -- The contract's SkillInput.
  input              jsonb          not null,
  -- No foreign key: both are of one project and are deleted together.
  retry_of           uuid,
  status             text           not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'canceled', 'timed_out')),
  done               integer        not null default 0 check (done >= 0),
  total              integer        not null default 0 check (total >= 0),
  message            text           not null default '',
  -- The contract's output. The transaction that wrote it verified every quotation.
  output             jsonb,
  error_code         text,
  error_message      text,
  -- The error of the model's endpoint, without the key. Only owners and admins see it.
  endpoint_message   text           check (char_length(endpoint_message) between 1 and 1000),
  -- What the run used of a model.
  model              text,
  calls              integer        not null default 0 check (calls >= 0),
  input_tokens       integer        not null default 0 check (input_tokens >= 0),
  output_tokens      integer        not null default 0 check (output_tokens >= 0),
  cost               numeric(18, 6) check (cost >= 0),
  currency           text,
  -- The current attempt. An attempt with another value has lost the run and writes nothing.
  attempt            uuid,
  attempts           integer        not null default 0,
  -- The last sign of life of the attempt.
  seen_at            timestamptz(3),
  -- When a job was last sent for it.
  sent_at            timestamptz(3) not null default now(),
  created_by         uuid           not null references users,
  created_at         timestamptz(3) not null default now(),
  -- When the first attempt began, from which the time limit counts.
  started_at         timestamptz(3),
  time_limit_seconds integer        not null default 300 check (time_limit_seconds > 0),
  finished_at        timestamptz(3),

  constraint skill_runs_finished check ((finished_at is null) = (status in ('queued', 'running'))),
  constraint skill_runs_started check (started_at is not null or status in ('queued', 'failed', 'canceled')),
  constraint skill_runs_worked_on check ((attempt is not null) = (status = 'running')),
  constraint skill_runs_output check ((output is not null) = (status = 'succeeded')),
  constraint skill_runs_error check (
    (error_code is not null) = (status in ('failed', 'timed_out'))
    and (error_code is null) = (error_message is null)
  ),
  constraint skill_runs_endpoint_message check (endpoint_message is null or status = 'failed'),
  constraint skill_runs_usage check ((model is not null) = (calls > 0)),
  constraint skill_runs_cost check (
    (cost is null) = (currency is null) and (cost is null or model is not null)
  )
) with (fillfactor = 70);

create index skill_runs_of_project on skill_runs (project_id, id desc);
create index skill_runs_of_skill on skill_runs (skill, id desc);
create index skill_runs_of_skill_in_project on skill_runs (project_id, skill, id desc);
create index skill_runs_by_status on skill_runs (status, id desc);

-- A finished run stays as it is, however late another attempt writes, and the input of a run never changes.
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

-- The answers that a run received. An attempt that takes over the run continues from them instead of paying again. They are deleted
-- when the run succeeds, or after two days; a retry takes over the remaining ones.
create table skill_run_calls (
  run_id        uuid           not null references skill_runs on delete cascade,
  -- SHA-256 of the model's name and the messages: an answer is valid for exactly this request.
  request       bytea          not null check (octet_length(request) = 32),
  answer        text           not null,
  -- Whether it has the required form. If not, a retry asks again.
  understood    boolean        not null,
  input_tokens  integer        not null check (input_tokens >= 0),
  output_tokens integer        not null check (output_tokens >= 0),
  -- Whether it is from the run that this one retries, which paid for it.
  reused        boolean        not null default false,
  created_at    timestamptz(3) not null default now(),

  primary key (run_id, request)
);

create index skill_run_calls_by_time on skill_run_calls (created_at);
