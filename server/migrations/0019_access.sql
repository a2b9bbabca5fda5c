-- Who may see what: the access of users, and that of projects; and service users. Users, invitations and projects that exist keep what they have.

-- Returns whether a value states a level for each area, and nothing else: the contract's Access.
create function is_access(access jsonb) returns boolean language sql immutable as $$
  select count(*) = 4
    and bool_and(area in ('insights', 'patients', 'billing', 'inventory') and level in ('none', 'view', 'edit'))
  from jsonb_each_text(access) as stated (area, level)
$$;

-- The access of owners and admins is stored, too, for when they become members, but it has no effect before.
alter table users add column access jsonb not null default
  '{"insights": "edit", "patients": "edit", "billing": "edit", "inventory": "edit"}' check (is_access(access));

alter table invitations add column access jsonb not null default
  '{"insights": "edit", "patients": "edit", "billing": "edit", "inventory": "edit"}' check (is_access(access));

-- Null until it is set.
alter table settings add column default_access jsonb check (default_access is null or is_access(default_access));

-- Returns what a user may access at this moment.
create function access_of(users) returns jsonb language sql immutable as $$
  select case
    when $1.role = 'member' then $1.access
    else '{"insights": "edit", "patients": "edit", "billing": "edit", "inventory": "edit"}'
  end
$$;

-- Returns the access of new users.
create function default_access_of(settings) returns jsonb language sql immutable as $$
  select coalesce($1.default_access, jsonb_build_object(
    'insights', case when $1.uses = 'clinic' then 'none' else 'edit' end,
    'patients', case when $1.uses = 'insights' then 'none' else 'edit' end,
    'billing', case when $1.uses = 'insights' then 'none' else 'edit' end,
    'inventory', case when $1.uses = 'insights' then 'none' else 'edit' end))
$$;

-- Returns whether a value states a level for everyone and one for each member: {"everyone": "view", "members": {"<user id>": "edit"}}
create function is_project_access(access jsonb) returns boolean language sql immutable as $$
  select (access ->> 'everyone' in ('none', 'view', 'edit')) is true
    and (jsonb_typeof(access -> 'members') = 'object') is true
    and not exists (
      select from jsonb_each(access -> 'members') as entry (user_id, level)
      where user_id <> user_id::uuid::text or level not in ('"view"', '"edit"'))
$$;

-- In the row, so that a list of projects joins nothing to know who sees them. Users are never deleted.
alter table projects add column access jsonb not null default '{"everyone": "edit", "members": {}}'
  check (is_project_access(access));

-- The projects that each user may see, with the user's level: the higher of everyone's and their own, and never above their
-- access to insights. Whatever is read or changed for a user is in one of these.
create view visible_projects as
  select member.id as user_id, project.*, case
    when member.role <> 'member' then 'edit'
    when member.access ->> 'insights' = 'edit'
      and 'edit' in (project.access ->> 'everyone', project.access -> 'members' ->> member.id::text) then 'edit'
    else 'view'
  end as level
  from users member
  cross join projects project
  where not member.disabled and project.deleted_at is null
    and (member.role <> 'member'
      or member.access ->> 'insights' <> 'none'
        and (project.access ->> 'everyone' <> 'none' or project.access -> 'members' ? member.id::text));

-- Service users: their keys are for programs. They have no password and no mailbox.
alter table users
  add column kind text not null default 'person' check (kind in ('person', 'service')),
  -- Who created a service user, and is told when its keys expire.
  add column created_by uuid references users,
  add constraint users_services_are_created check ((kind = 'service') = (created_by is not null)),
  add constraint users_owner_is_person check (role <> 'owner' or kind = 'person');

create function accounts_of_people() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.user_id and kind = 'service') then
    raise exception 'a service user has no way to sign in'
      using errcode = 'check_violation', schema = tg_table_schema, table = tg_table_name, constraint = tg_name;
  end if;
  return new;
end
$$;

create trigger accounts_of_people before insert on accounts for each row execute function accounts_of_people();

-- A session of a service user ends with the session that it was opened from, and after half an hour.
alter table sessions add column opened_from uuid references sessions on delete cascade;
create index sessions_opened_from on sessions (opened_from) where opened_from is not null;

create or replace function sessions_end() returns trigger language plpgsql as $$
declare
  max_days integer;
begin
  if tg_op = 'INSERT' then
    -- The maximum may be changing: that update then finds this session and ends it earlier.
    select max_session_days into max_days from settings for share;
  else
    select max_session_days into max_days from settings;
  end if;
  new.expires_at := least(
    new.expires_at, new.updated_at + interval '14 days', new.created_at + make_interval(days => max_days),
    case when new.opened_from is not null then new.created_at + interval '30 minutes' end);
  return new;
end
$$;
