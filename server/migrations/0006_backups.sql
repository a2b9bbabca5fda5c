-- The backups that this installation created in the folder BACKUP_TO. They describe the installation and not its data, so backups
-- do not contain this table.
create table backups (
  id            uuid           primary key,
  -- Null if it was scheduled.
  requested_by  uuid           references users,
  status        text           not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed')),
  step          text           check (step in ('copying', 'tables', 'files', 'verifying')),
  created_at    timestamptz(3) not null default now(),
  started_at    timestamptz(3),
  finished_at   timestamptz(3),
  verified_at   timestamptz(3),
  -- The file name of the archive in the folder.
  name          text,
  -- The size of the archive and of all files that it refers to, and how much of that the backup added.
  bytes         bigint         check (bytes >= 0),
  written_bytes bigint         check (written_bytes >= 0),
  -- Why it failed: a sentence for the owner and admins.
  error         text,

  check ((status in ('succeeded', 'failed')) = (finished_at is not null)),
  check (status <> 'succeeded' or (name is not null and bytes is not null and verified_at is not null)),
  check ((status = 'failed') = (error is not null))
);

-- At most one backup is queued or running.
create unique index backups_open on backups ((true)) where finished_at is null;
