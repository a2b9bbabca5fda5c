-- The text of a reading in parts of some 20,000 characters, so that no statement and no process has to hold a long text
-- as a whole. They are written before the text is that of the source, like the passages, and removed like them.
create table source_text_parts (
  source_id    uuid    not null,
  reading      uuid    not null,
  -- From 1, without gaps.
  number       integer not null,
  -- Where it stands in the text, in UTF-16 units.
  start_offset integer not null,
  end_offset   integer not null,
  -- Offsets into it count UTF-16 units everywhere, not PostgreSQL's characters: it is never cut here, but in Node.
  text         text    not null,
  -- The contract's Segment[], with places in the whole text.
  segments     jsonb   not null,

  primary key (source_id, reading, number)
);
-- Compressing a text takes longer than writing it.
alter table source_text_parts alter column text set storage external;

-- Of texts that were read before, one part holds everything.
insert into source_text_parts (source_id, reading, number, start_offset, end_offset, text, segments)
select source_id, text.reading, 1, 0, text_chars, text, segments
from source_texts text join sources on sources.id = source_id;

-- What is left names the reading whose parts and passages are the source's.
alter table source_texts drop column text, drop column segments, add column parts integer not null default 1 check (parts > 0);
alter table source_texts alter column parts drop default;

-- What runs that were cut off left has no parts by which it would be found.
delete from source_passages passage
where not exists (
  select from source_texts t where t.source_id = passage.source_id and t.reading = passage.reading
);
