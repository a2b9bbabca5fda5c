-- Limits of trackers to some sources and speakers, as the contract has them.
alter table trackers add column scope jsonb not null default '{}';

-- Set while trackers may find other mentions, since details of the source have changed.
alter table sources add column rematch boolean not null default false;

create index sources_to_rematch on sources (id) where rematch;
