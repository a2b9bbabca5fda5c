-- Imports of files, and the record that each imported row became.

create table imports (
  id             uuid           primary key,
  kind           text           not null check (kind in ('patients', 'items', 'stock')),
  status         text           not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  dry_run        boolean        not null,
  filename       text           not null,
  -- The key of the file in the store of files, where it is kept until the import ends.
  file_key       text           unique,
  bytes          bigint         not null check (bytes >= 0),
  sha256         text           not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The format of the file, {column: field}, and the column that identifies rows.
  format         jsonb          not null,
  columns        jsonb          not null,
  key_column     text,
  done           integer        not null default 0,
  total          integer        not null check (total >= 0),
  created        integer        not null default 0 check (created >= 0),
  updated        integer        not null default 0 check (updated >= 0),
  unchanged      integer        not null default 0 check (unchanged >= 0),
  flagged        integer        not null default 0 check (flagged >= 0),
  failed         integer        not null default 0 check (failed >= 0),
  error          text,
  created_at     timestamptz(3) not null default now(),
  created_by     uuid           not null references users,
  api_key_id     uuid,
  api_key_prefix text,
  api_key_name   text,
  finished_at    timestamptz(3),

  constraint imports_done check (done between 0 and total and done = created + updated + unchanged + flagged + failed),
  constraint imports_complete check (status <> 'done' or done = total),
  constraint imports_finished check ((finished_at is not null) = (status in ('done', 'failed'))),
  constraint imports_file check ((file_key is null) = (finished_at is not null)),
  constraint imports_error check ((error is not null) = (status = 'failed'))
);

-- One entry per row and field.
create table import_errors (
  id         uuid    primary key,
  import_id  uuid    not null references imports on delete cascade,
  row        integer not null,
  -- A mismatch would turn a record into another person or item.
  kind       text    not null check (kind in ('error', 'duplicate', 'mismatch')),
  field      text,
  message    text    not null,
  -- No foreign key: a merge would move it.
  patient_id uuid,

  unique nulls not distinct (import_id, row, field)
);

create index import_errors_of_import on import_errors (import_id, id);

-- The record that each row became, by the row's key. A row with the same content as last time is not imported again. The ids have no
-- foreign keys, because they are of several tables: patients, items and stock documents. A merge does not change them.
create table imported_records (
  kind      text  not null check (kind in ('patients', 'items', 'stock')),
  key       text  not null check (key <> ''),
  record_id uuid  not null,
  -- SHA-256 of the row's fields.
  digest    bytea not null check (octet_length(digest) = 32),
  import_id uuid  not null references imports,

  primary key (kind, key)
);

create index imported_records_of_record on imported_records (record_id);
