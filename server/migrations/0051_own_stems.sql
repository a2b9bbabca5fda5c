-- The words of passages are indexed by stems of our own, the same as for trackers, no longer by PostgreSQL's dictionaries.

-- The reading whose passages have words as the current version of Aerie indexes them. If it is not the source's reading, a
-- job indexes the passages again: see server/insights/sources/search/index-passages.ts.
alter table source_texts add column indexed uuid;
create index source_texts_to_index on source_texts (source_id) where indexed is distinct from reading;

comment on column source_passages.configuration is
  'The language whose stems the words have (ISO 639-1), or empty if they are no stems';

-- Stems of some languages changed, so all trackers scan all sources again: mentions that are found again stay as they are.
-- The date makes the job that continues interrupted scans begin with these.
insert into tracker_backfills (tracker_id, definition_revision, total, progressed_at)
select tracker.id, definition_revision, ready, now() - interval '1 hour'
from trackers tracker join source_counts using (project_id)
where deleted_at is null and queued + extracting + ready > 0
on conflict (tracker_id) do update
set last_source = null, done = 0, total = excluded.total, progressed_at = excluded.progressed_at;
