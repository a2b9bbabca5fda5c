-- The organisation's settings: one row, there from the start.
create table settings (
  one_row           boolean        primary key default true check (one_row),
  organisation_name text           not null default 'Aerie' check (char_length(organisation_name) between 1 and 100),
  time_zone         text           not null default 'UTC',
  version           integer        not null default 1,
  updated_at        timestamptz(3) not null default now()
);

insert into settings default values;
