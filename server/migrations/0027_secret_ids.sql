-- The id of the secret in SECRET that something was made with. Null in what was made before secrets had ids.
alter table two_factor add column encrypted_with text check (encrypted_with ~ '^[0-9a-f]{8}$');
alter table audit_seals add column signed_with text check (signed_with ~ '^[0-9a-f]{8}$');

-- Of the session's cookie that the browser presented last; until it presents one, of the one that it got.
alter table sessions add column signed_with text check (signed_with ~ '^[0-9a-f]{8}$');

-- The running nodes, and the ids of the secrets that each lists, newest first: a node must not sign with a secret that
-- another one does not list. They describe the installation and not its data, so that backups do not contain them.
create table nodes (
  id         uuid           primary key,
  secret_ids text[]         not null check (cardinality(secret_ids) > 0),
  seen_at    timestamptz(3) not null default now()
);
