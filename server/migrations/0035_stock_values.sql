-- What moved was worth, in the organisation's currency: with it, the ledger is double-entry in money, too. The stock of an item
-- is worth what came in less what went out, at any time, and that is always its quantity at its average cost. What leaves is worth
-- the average cost at that time. What a receipt is worth includes what its cost changes in the stock that was there. Null as long as
-- the item has no cost.
alter table stock_movements add value numeric;

-- 1 if a movement adds stock, -1 if it removes it, and 0 if it transfers it.
create temporary table moved on commit drop as
select m.id, m.item_id, m.document_id, m.quantity, m.unit_cost,
  (destination.kind = 'stock')::integer - (source.kind = 'stock')::integer as direction
from stock_movements m
join locations source on source.id = m.from_location
join locations destination on destination.id = m.to_location;

-- Replays the average cost of each item, as the server computed it. `change` is by how much a document changed what the stock
-- was worth.
create temporary table replayed (item_id uuid, document_id uuid, average numeric, change numeric) on commit drop;
do $$
declare
  document record;
  item uuid;
  quantity numeric;
  average numeric;
  after numeric;
  others numeric;
begin
  for document in
    select moved.item_id, moved.document_id, coalesce(reversed.kind, d.kind) = 'receipt' as is_receipt,
      d.kind = 'reversal' as is_reversal, sum(moved.quantity * direction) as change,
      sum(moved.quantity * direction) filter (where unit_cost is not null) as costed,
      sum(moved.quantity * direction * unit_cost) as cost
    from moved
    join stock_documents d on d.id = moved.document_id
    left join stock_documents reversed on reversed.id = d.reverses
    group by moved.item_id, moved.document_id, reversed.kind, d.kind
    order by moved.item_id, min(moved.id::text)
  loop
    if item is distinct from document.item_id then
      item := document.item_id;
      quantity := 0;
      average := null;
    end if;
    after := average;
    if document.is_receipt and document.costed is not null then
      others := case when average is null then 0
        when document.is_reversal then quantity + document.change - document.costed else quantity end;
      after := case
        when others + document.costed <= 0 then null
        when others * coalesce(average, 0) + document.cost < 0 then average
        else round(round(others * coalesce(average, 0) + document.cost, 40) / (others + document.costed), 20)
      end;
    end if;
    insert into replayed values (item, document.document_id, coalesce(after, average),
      (quantity + document.change) * coalesce(after, 0) - quantity * coalesce(average, 0));
    quantity := quantity + document.change;
    average := after;
  end loop;
end
$$;

create temporary table valued on commit drop as
select moved.*, moved.quantity * coalesce(unit_cost, average) as value
from moved join replayed using (item_id, document_id);

-- The first costed movement of a document includes what its cost changed in other stock.
update valued set value = value + rests.rest * direction
from (
  select (array_agg(id order by id) filter (where unit_cost is not null))[1] as first,
    replayed.change - sum(coalesce(value, 0) * direction) as rest
  from replayed join valued using (item_id, document_id)
  group by item_id, document_id, replayed.change
) as rests where rests.first = valued.id;

-- Averages can differ from those of the server in the last decimal: the last costed movement of an item takes the difference.
update valued set value = value + rests.rest * direction
from (
  select (array_agg(valued.id order by valued.id desc) filter (where unit_cost is not null))[1] as last,
    items.on_hand * coalesce(items.average_cost, 0) - sum(coalesce(value, 0) * direction) as rest
  from items join valued on valued.item_id = items.id
  group by items.id
) as rests where rests.last = valued.id;

alter table stock_movements disable trigger stock_movements_kept;
update stock_movements set value = valued.value from valued where valued.id = stock_movements.id;
alter table stock_movements enable trigger stock_movements_kept;
