-- The ids of the secrets that this installation has started with: it refuses to start with others only. They do not reveal
-- the secrets. Empty in installations from before; these learn their secret if what it signed or encrypted agrees.
alter table file_storage add column known_secrets text[] not null default '{}';
