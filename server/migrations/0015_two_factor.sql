-- The second step of signing in.
alter table users add column two_factor_enabled boolean not null default false;
