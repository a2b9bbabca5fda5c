-- Payments by date, and of one method or kind by date.
create index payments_by_day on payments (received_on desc, id desc);
create index payments_by_method on payments (method, received_on desc, id desc);
create index payments_by_kind on payments (kind, received_on desc, id desc);
create index payments_by_reference on payments using gin (reference gin_trgm_ops);
create index invoices_by_currency on invoices (currency);

-- The date of a void in the patient's statement: the day in the organisation's time zone, but never one before the issue
-- date. Stored, so that another time zone in the settings does not change past statements.
alter table invoices add voided_on date;

-- Of an issued invoice, also the date of its void may change, as in 0011.
create or replace function invoices_frozen() returns trigger language plpgsql as $$
declare
  -- The last two are generated, and not there yet.
  open text[] := array['patient_id', 'version', 'updated_at', 'due', 'billed_to'];
begin
  if tg_op = 'UPDATE' and new.status <> 'draft' then
    if old.status <> 'void' then
      open := open || array[
        'status', 'paid', 'credited', 'void_reason', 'voided_at', 'voided_on', 'voided_by', 'restock_id'];
    end if;
    if to_jsonb(new) - open = to_jsonb(old) - open then
      return new;
    end if;
  end if;
  raise exception 'an issued invoice is frozen'
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end
$$;

alter table invoices disable trigger invoices_frozen;
update invoices set voided_on = greatest(issue_date, (voided_at at time zone coalesce(zone.name, 'UTC'))::date)
from settings left join pg_timezone_names zone on zone.name = settings.time_zone
where status = 'void';
alter table invoices enable trigger invoices_frozen;

alter table invoices add constraint invoices_void_on_a_date check (
  (voided_on is null) = (voided_at is null) and (voided_on is null or voided_on >= issue_date)
);
