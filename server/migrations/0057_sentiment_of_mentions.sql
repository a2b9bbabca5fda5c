-- The sentiment of what mentions say; null if it is not judged. Existing mentions get theirs as the trackers scan again
-- since 0051.
alter table mentions add column sentiment text check (sentiment in ('positive', 'neutral', 'negative'));
