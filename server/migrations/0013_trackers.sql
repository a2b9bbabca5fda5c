-- Trackers, the mentions that they found, and what is counted of them.

-- Raised whenever a tracker of the project is made, changed or deleted. Whoever writes a source's mentions holds the row
-- FOR SHARE and sees here that the trackers are still those that were looked for.
alter table projects add column tracker_revision integer not null default 0;

create table trackers (
  id                  uuid           primary key,
  project_id          uuid           not null references projects,
  name                text           not null check (char_length(name) between 1 and 200),
  -- The contract's phrases: [{text, match}].
  phrases             jsonb          not null,
  query               text,
  exclude             jsonb          not null,
  language            text,
  -- Raised by each change of what is looked for.
  definition_revision integer        not null default 1,
  version             integer        not null default 1,
  created_by          uuid           not null references users,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  -- Gone for everyone; a job removes what belongs to it a little at a time, and this row last.
  deleted_at          timestamptz(3),

  constraint trackers_look_for_something check (query is not null or jsonb_array_length(phrases) > 0)
);

create index trackers_of_project on trackers (project_id, id) where deleted_at is null;
create index trackers_deleted on trackers (id) where deleted_at is not null;

-- Going back over the sources that were there already; gone once it went through all.
create table tracker_backfills (
  tracker_id          uuid           primary key references trackers on delete cascade,
  definition_revision integer        not null,
  -- Sources are gone through in the order of their ids.
  last_source         uuid,
  done                integer        not null default 0,
  total               integer        not null,
  progressed_at       timestamptz(3) not null default now()
);

-- Apart from `trackers`, since every source that mentions something writes here. Mentions are numbered under the lock of
-- this row, which is taken at the end of a transaction: none appears later with a smaller number.
create table tracker_counters (
  tracker_id uuid    primary key references trackers on delete cascade,
  last_seq   bigint  not null default 0,
  mentions   bigint  not null default 0 check (mentions >= 0),
  -- With at least one mention.
  sources    integer not null default 0 check (sources >= 0)
) with (fillfactor = 50);

-- The same per day, UTC, on which sources say that they were said or written, else were uploaded.
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
  detected_at  timestamptz(3) not null default now(),

  primary key (tracker_id, seq),
  constraint mentions_once unique (tracker_id, source_id, start_offset, end_offset, rule)
);

create index mentions_of_source on mentions (source_id, start_offset, id);
create index mentions_by_day on mentions (tracker_id, day, seq);
