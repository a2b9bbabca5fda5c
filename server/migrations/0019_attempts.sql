-- How often someone was wrong, of codes, passwords and sign-ins. Each wrong attempt moves spent_until on by a quarter of an
-- hour, and next_at by a wait that doubles. The subject is a hash of what is guessed and by whom: addresses without an
-- account are counted as well, and are stored nowhere.
drop table tries;

create table attempts (
  subject     bytea          primary key check (octet_length(subject) = 32),
  spent_until timestamptz(3) not null,
  next_at     timestamptz(3) not null
);

create index attempts_by_end on attempts (spent_until);
