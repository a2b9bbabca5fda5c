-- An invitation created with a key opens nothing until a signed-in owner or admin confirms it, so that a stolen key lets nobody
-- in.
alter table invitations
  add column api_key_id   uuid references api_keys,
  add column confirmed_at timestamptz(3) default now(),
  add constraint invitations_confirmed_in_a_browser check (confirmed_at is not null or api_key_id is not null),
  add constraint invitations_accepted_once_confirmed check (accepted_at is null or confirmed_at is not null);

create index invitations_of_inviter on invitations (invited_by) where accepted_at is null and revoked_at is null;
create index invitations_of_key on invitations (api_key_id) where accepted_at is null and revoked_at is null;
