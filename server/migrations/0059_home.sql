-- What the installation is for; null until the owner has answered. Installations in use show both halves.
alter table settings add column uses text check (uses in ('insights', 'clinic', 'both'));
update settings set uses = 'both' where exists (select from users);

-- Recent failures in all projects.
create index sources_failed on sources (id desc) where status = 'failed';
