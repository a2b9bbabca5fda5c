-- Mentions that someone dismissed as false.

-- What was dismissed, by content: it outlives the mention's row when the tracker is edited or the source is read again.
create table dismissals (
  id           uuid           primary key,
  tracker_id   uuid           not null references trackers on delete cascade,
  source_id    uuid           not null references sources on delete cascade,
  -- [{key, before, after, number, of}]: hashes of the words, and of the sentences around them.
  anchors      jsonb          not null check (jsonb_array_length(anchors) > 0),
  dismissed_by uuid           not null references users,
  dismissed_at timestamptz(3) not null default now()
);

create index dismissals_of_source on dismissals (source_id, tracker_id);
create index dismissals_of_tracker on dismissals (tracker_id);

-- Dismissed mentions are in no counter. Dismissing or restoring a mention gives it the tracker's next number.
alter table mentions add column dismissed boolean not null default false;

create unique index mentions_by_id on mentions (id);
create index mentions_dismissed on mentions (tracker_id, seq) where dismissed;
drop index mentions_by_day;
create index mentions_by_day on mentions (tracker_id, day, seq) where not dismissed;
