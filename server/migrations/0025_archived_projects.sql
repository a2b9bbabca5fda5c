--! needs-lock
-- Archived projects are deleted after some months, if the settings state how many, and announced 14 days before. Days and months are
-- those of the calendar, in the organisation's time zone.

alter table settings alter column retention set default '{"invoicesYears": 10, "archivedProjectsMonths": null}';
update settings set retention = retention || '{"archivedProjectsMonths": null}';

alter table projects
  add column deletion_announced_at timestamptz(3),
  add constraint projects_announced_are_archived check (deletion_announced_at is null or archived_at is not null);

-- With the new column, the same as before.
drop view visible_projects;
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

-- Returns the day on which a project that was archived then has been archived for so many months. Null if projects are kept.
create function deletion_due(archived_at timestamptz) returns date language sql stable strict
return (
  select (archived_at at time zone time_zone)::date + make_interval(months => (retention ->> 'archivedProjectsMonths')::integer)
  from settings
)::date;

-- Returns whether that day is at most 14 days away, or past.
create function deletion_is_near(archived_at timestamptz) returns boolean language sql stable strict
return (
  select coalesce(deletion_due(archived_at) <= (now() at time zone time_zone)::date + 14, false)
  from settings
);

-- Returns the day on which an announced project is deleted: once it is due, and never earlier than 14 days after its announcement.
create function deleted_on(archived_at timestamptz, announced_at timestamptz) returns date language sql stable strict
return (
  select greatest(due, (announced_at at time zone time_zone)::date + 14)
  from settings cross join deletion_due(archived_at) due
  where due is not null
);

-- A project that is no longer near its deletion is announced again before it.
create function withdraw_announcements() returns trigger language plpgsql as $$
begin
  update projects set deletion_announced_at = null
  where deletion_announced_at is not null and deleted_at is null and not deletion_is_near(archived_at);
  return null;
end
$$;

create trigger announcements_withdrawn after update of retention on settings for each row
  when (old.retention -> 'archivedProjectsMonths' is distinct from new.retention -> 'archivedProjectsMonths')
  execute function withdraw_announcements();
