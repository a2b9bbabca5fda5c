-- Sources, their text, and what full-text search looks in.

-- Set when a project is deleted: from then on nothing in it can be read, changed or added, and a job removes it.
-- What reads anything of a project therefore joins it `where deleted_at is null`; what adds to it locks its row FOR SHARE.
alter table projects add column deleted_at timestamptz(3);
create index projects_deleted on projects (id) where deleted_at is not null;

create table sources (
  id               uuid           primary key,
  project_id       uuid           not null references projects,
  external_id      text           check (external_id <> ''),
  title            text           not null check (title <> ''),
  -- Where the text came as JSON this says how to divide it; of a file it is a guess by its name until it is read.
  kind             text           not null check (kind in ('text', 'document', 'transcript', 'table', 'email')),
  mime_type        text           not null,
  -- Empty where the text came as JSON.
  filename         text           check (filename <> ''),
  bytes            bigint         not null check (bytes >= 0),
  -- Of the content, in hexadecimal.
  sha256           text           not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the text that is there, ISO 639-1.
  language         text,
  status           text           not null default 'queued' check (status in ('queued', 'extracting', 'ready', 'failed')),
  error_code       text,
  error_message    text,
  -- Of the text that is there, in UTF-16 units.
  text_chars       integer        check (text_chars >= 0),
  occurred_at      timestamptz(3),
  author           text,
  tags             text[]         not null default '{}',
  metadata         jsonb          not null default '{}',
  -- Of what people edit and upload.
  version          integer        not null default 1,
  -- Counts the contents that were uploaded.
  content_revision integer        not null default 1,
  -- Of the content in the store of files.
  file_key         text           not null unique,
  -- The run of the job that reads the content at present: one that does not know this value any more writes nothing.
  reading          uuid,
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

-- What is the same source: see server/insights/sources/find-same.ts.
create unique index sources_by_external_id on sources (project_id, external_id) where external_id is not null;
create unique index sources_once on sources (project_id, sha256) where external_id is null;
create index sources_by_content on sources (project_id, sha256);

create index sources_of_project on sources (project_id, id);
create index sources_by_status on sources (project_id, status, id);
create index sources_by_kind on sources (project_id, kind, id);
create index sources_by_language on sources (project_id, language);
create index sources_by_tag on sources using gin (tags);
-- Part of the title, the file name or the external id is asked for.
create index sources_by_name on sources
  using gin ((title || E'\n' || coalesce(filename, '') || E'\n' || coalesce(external_id, '')) gin_trgm_ops);

-- How many sources of each status a project has, kept with the rows. A transaction that changes the status of a source
-- does so last: it holds up the others of the project until it commits.
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

-- The text of a source, while there is one: also while a newer content is being read.
create table source_texts (
  source_id        uuid    primary key references sources on delete cascade,
  -- The content that this is the text of.
  content_revision integer not null,
  -- The run of the job that read it; its passages are those that are searched.
  reading          uuid    not null,
  -- Offsets into it count UTF-16 units everywhere, not PostgreSQL's characters: it is never cut here, but in Node.
  text             text    not null,
  -- The contract's Segment[].
  segments         jsonb   not null
);
-- Compressing a long text takes longer than writing it.
alter table source_texts alter column text set storage external;

-- The text in pieces of some 1,000 characters, which full-text search looks in: a tsvector holds 1 MB at most. They are
-- written before the text is, a few at a time, so that nothing waits for the index. Those of a reading that is not in
-- source_texts are not searched; nothing refers to them, and what a cut-off run left is removed by the next or at night.
create table source_passages (
  source_id     uuid     not null,
  reading       uuid     not null,
  number        integer  not null,
  -- Where it stands in the text, in UTF-16 units.
  start_offset  integer  not null,
  end_offset    integer  not null,
  text          text     not null,
  -- [start, end, speaker, startMs] of its segments.
  segments      jsonb    not null,
  -- The text search configuration of the words.
  configuration text     not null,
  -- The words, and one more that says which project they are of, in which configuration: PostgreSQL's index of words
  -- then serves both conditions at once.
  words         tsvector not null,

  primary key (source_id, reading, number)
);
-- Most fit into their row, so that ranking reads no other.
alter table source_passages set (toast_tuple_target = 4080);
-- Each pays for itself: entries that are put off are paid for by whoever comes to add the last that fits.
create index source_passages_by_word on source_passages using gin (words) with (fastupdate = off);
