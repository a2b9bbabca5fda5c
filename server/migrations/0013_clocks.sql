-- How far the clock of each running node is ahead of the database's, in milliseconds. Null for nodes of older versions.
alter table nodes add column clock_ahead_ms bigint;
