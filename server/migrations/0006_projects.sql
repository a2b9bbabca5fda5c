create table projects (
  id          uuid           primary key,
  name        text           not null check (char_length(name) between 1 and 200),
  description text           not null default '' check (char_length(description) <= 5000),
  created_by  uuid           not null references users,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  version     integer        not null default 1
);

create index projects_by_name on projects using gin (name gin_trgm_ops);
