-- How each action was performed: in a browser, with a key or on the server, and from which network address. Keys are kept as
-- they were called then. Entries from before have none of this.
alter table audit_log
  add column via            text check (via in ('session', 'api_key', 'operator')),
  add column api_key_id     uuid,
  add column api_key_prefix text,
  add column api_key_name   text,
  add column address        inet,
  add constraint audit_log_names_the_key check ((via is not distinct from 'api_key') = (api_key_id is not null));

create index audit_log_by_api_key on audit_log (api_key_id, id desc) where api_key_id is not null;

-- When the user last proved who they are: by signing in, or by confirming with a password, a code or the provider.
alter table sessions add column confirmed_at timestamptz(3) not null default now();
