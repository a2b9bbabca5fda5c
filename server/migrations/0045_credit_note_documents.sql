-- Credit notes are documents with a seller of their own. It is null in those issued before.
alter table credit_notes add column seller jsonb;

-- A line credited by amount has no quantity.
alter table credit_note_lines alter column quantity drop not null;

create index credit_notes_by_date on credit_notes (issue_date);
create index credit_notes_by_number on credit_notes using gin (number gin_trgm_ops);
