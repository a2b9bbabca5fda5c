--! needs-lock
-- Names in projects are replaced by pseudonyms (GDPR, article 4).

-- The forms of names that are replaced in a project, also in sources that arrive later. No name is stored: a form is the SHA-256 of its
-- words, salted with the project's id.
create table project_pseudonyms (
  project_id uuid    not null references projects on delete cascade,
  form       text    not null check (length(form) = 43),
  words      integer not null check (words > 0),
  pseudonym  text    not null,

  primary key (project_id, form)
);

-- Raised whenever names are added.
alter table projects add column names_revision integer not null default 0;

alter table sources
  -- The revision of the names that its details and text have been through.
  add column names_revision integer not null default 0,
  -- Of the file, if names were replaced in it: `sha256` stays that of the upload, by which it is recognized.
  add column stored_sha256 text check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  -- Null if the original was removed, because it had names.
  alter column file_key drop not null;

-- Walks through the existing sources of projects to which names were added. A row is deleted when its walk is complete.
create table pseudonymisations (
  project_id    uuid           primary key references projects on delete cascade,
  revision      integer        not null,
  -- Sources are read in the order of their ids.
  last_source   uuid,
  done          integer        not null default 0,
  total         integer        not null,
  progressed_at timestamptz(3) not null default now()
);

-- Removes the names of records from the audit log, which keeps their salted hashes.
create function forget_audit_labels(entries uuid[]) returns void language plpgsql as $$
begin
  perform set_config('aerie.erasing', 'on', true);
  delete from audit_labels where entry_id = any (entries);
  perform set_config('aerie.erasing', 'off', true);
end
$$;
