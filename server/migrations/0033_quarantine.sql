-- Nothing can be taken from a lot in quarantine, wherever it is kept.
alter table lots
  add quarantine_reason text check (char_length(quarantine_reason) between 1 and 1000),
  add quarantined_at    timestamptz(3),
  add quarantined_by    uuid references users,
  add constraint lots_quarantined_by_someone check (
    (quarantine_reason is null) = (quarantined_at is null) and (quarantine_reason is null) = (quarantined_by is null)
  );

create function stock_quarantined() returns trigger language plpgsql as $$
begin
  if exists (
    select from less
    join more using (id)
    join lots on lots.id = less.lot_id
    where less.on_hand < more.on_hand and lots.quarantined_at is not null
  ) then
    raise exception 'nothing can be taken from a lot in quarantine'
      using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
  end if;
  return null;
end
$$;
create trigger stock_quarantined after update on stock_balances
  referencing old table as more new table as less for each statement execute function stock_quarantined();
