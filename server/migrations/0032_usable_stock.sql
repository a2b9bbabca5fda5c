-- Names of lots that differ only in case name one lot. Lot numbers are ASCII (GS1 General Specifications, 3.4.1), and the
-- case of ASCII letters is the same in every locale.
create function lot_key(name text) returns text language sql immutable strict parallel safe
return lower(name collate "C");

-- Lots that were two until now become one: the older stays, with the earliest expiry. This is the only time that movements
-- change, and only in how they name the lot.
create temporary table same_lots on commit drop as
select id, kept from (
  select id, first_value(id) over (partition by item_id, lot_key(name) order by created_at, id) as kept from lots
) as named where id <> kept;

alter table stock_movements disable trigger stock_movements_kept;
update stock_movements set lot_id = same_lots.kept from same_lots where lot_id = same_lots.id;
alter table stock_movements enable trigger stock_movements_kept;

create temporary table same_balances on commit drop as
select balances.id, item_id, kept as lot_id, location_id, on_hand
from stock_balances as balances join same_lots on same_lots.id = balances.lot_id;
delete from stock_balances where id in (select id from same_balances);
insert into stock_balances (id, item_id, lot_id, location_id, on_hand)
select min(id::text)::uuid, item_id, lot_id, location_id, sum(on_hand)
from same_balances group by item_id, lot_id, location_id
on conflict (item_id, lot_id, location_id) do update set on_hand = stock_balances.on_hand + excluded.on_hand;

update lots set expires_on = earliest.expires_on
from (
  select kept, min(expires_on) as expires_on
  from same_lots join lots on lots.id in (same_lots.id, same_lots.kept) group by kept
) as earliest where lots.id = earliest.kept;
delete from lots where id in (select id from same_lots);

alter table lots drop constraint lots_item_id_name_key;
create unique index lots_once on lots (item_id, lot_key(name));
drop index lots_by_name;
create index lots_by_key on lots (lot_key(name));

-- Quantities count units: with another unit, the stock would be another quantity.
create function items_unit_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the unit of an item in stock cannot change'
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end
$$;
create trigger items_unit_kept before update of unit on items
  for each row when (new.unit <> old.unit and old.on_hand > 0) execute function items_unit_kept();

alter table invoice_lines add accept_expired boolean not null default false
  check (not accept_expired or item_id is not null);

-- Movements are listed by time. Each index ends with time and id, so that a filter and a period are one range.
create index stock_movements_by_time on stock_movements (occurred_at, id);
create index stock_movements_by_reason on stock_movements (reason, occurred_at, id);
drop index stock_movements_of_item;
create index stock_movements_of_item on stock_movements (item_id, occurred_at, id);
drop index stock_movements_of_lot;
create index stock_movements_of_lot on stock_movements (lot_id, occurred_at, id) where lot_id is not null;
