-- Whether the sender of a source stated that it is a transcript, or that it is none. Null if the content of the file decides.
alter table sources add column stated_kind text check (stated_kind in ('text', 'transcript'));
update sources set stated_kind = kind where filename is null;
