-- Stock as a double-entry ledger: each movement takes a quantity of an item, and lot, from one location to another. Supplier,
-- consumption, loss and variance are locations too, so that everything sums to zero.

create table items (
  id              uuid           primary key,
  sku             text           not null unique check (char_length(sku) between 1 and 64),
  name            text           not null check (char_length(name) between 1 and 200),
  unit            text           not null check (char_length(unit) between 1 and 40),
  gtin            text           check (gtin ~ '^(\d{8}|\d{12,14})$'),
  lot_tracking    boolean        not null,
  expiry_tracking boolean        not null,
  reorder_level   numeric(18,6)  check (reorder_level >= 0),
  -- The quantity in all stock locations; always the sum of the item's balances.
  on_hand         numeric(18,6)  not null default 0 check (on_hand >= 0),
  -- The cost of one unit. It is not rounded, so that reversing a receipt restores the previous average.
  average_cost    numeric        check (average_cost >= 0),
  version         integer        not null default 1,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),

  constraint items_expiry_is_of_lots check (lot_tracking or not expiry_tracking)
) with (fillfactor = 70);

-- A GTIN of 8, 12 or 13 digits is the same as with leading zeros to 14 (GS1 General Specifications, 3.2).
create unique index items_gtin on items (lpad(gtin, 14, '0'));
create index items_by_text on items using gin (folded(sku) gin_trgm_ops, folded(name) gin_trgm_ops);

-- Quantities count units: with another unit, the stock would be another quantity.
create function items_unit_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the unit of an item in stock cannot change'
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end
$$;

create trigger items_unit_kept before update of unit on items
  for each row when (new.unit <> old.unit and old.on_hand > 0) execute function items_unit_kept();

-- Names that differ only in case name one lot. Lot numbers are ASCII (GS1 General Specifications, 3.4.1), and the case of ASCII
-- letters is the same in every locale.
create function lot_key(name text) returns text language sql immutable strict parallel safe
return lower(name collate "C");

create table lots (
  id                uuid           primary key,
  item_id           uuid           not null references items,
  name              text           not null check (char_length(name) between 1 and 100),
  -- The last day on which it may be used.
  expires_on        date,
  -- Nothing can be taken from a lot in quarantine, in any location.
  quarantine_reason text           check (char_length(quarantine_reason) between 1 and 1000),
  quarantined_at    timestamptz(3),
  quarantined_by    uuid           references users,
  created_at        timestamptz(3) not null default now(),

  unique (id, item_id),
  constraint lots_quarantined_by_someone check (
    (quarantine_reason is null) = (quarantined_at is null) and (quarantine_reason is null) = (quarantined_by is null)
  )
);

create unique index lots_once on lots (item_id, lot_key(name));
create index lots_by_key on lots (lot_key(name));
create index lots_by_text on lots using gin (folded(name) gin_trgm_ops);
create index lots_by_expiry on lots (expires_on);

create table locations (
  id         uuid           primary key,
  name       text           not null check (char_length(name) between 1 and 100),
  kind       text           not null check (kind in ('stock', 'supplier', 'consumption', 'loss', 'variance')),
  is_default boolean        not null default false check (not is_default or kind = 'stock'),
  created_at timestamptz(3) not null default now()
);

create unique index locations_by_name on locations (lower(name));
create unique index locations_one_default on locations (is_default) where is_default;
-- One location for each other side of the books.
create unique index locations_sides on locations (kind) where kind <> 'stock';

create trigger locations_kept before delete or truncate on locations
  for each statement execute function refuse_change();

-- The same in every installation: the code refers to the sides of the books by these ids.
insert into locations (id, name, kind, is_default) values
  ('00000000-0000-7000-8000-000000000001', 'Main',        'stock',       true),
  ('00000000-0000-7000-8000-000000000002', 'Supplier',    'supplier',    false),
  ('00000000-0000-7000-8000-000000000003', 'Consumption', 'consumption', false),
  ('00000000-0000-7000-8000-000000000004', 'Loss',        'loss',        false),
  ('00000000-0000-7000-8000-000000000005', 'Variance',    'variance',    false);

create table stock_documents (
  id            uuid           primary key,
  -- Only a transfer has movements with stock on both sides.
  kind          text           not null
    check (kind in ('receipt', 'adjustment', 'reversal', 'sale', 'return', 'transfer')),
  -- The supplier of a receipt and the number of its delivery note, as they were entered.
  supplier      text,
  delivery_note text,
  -- SHA-256 of both as they are compared, so that a delivery sent twice is recorded once.
  delivery_key  bytea          unique check (octet_length(delivery_key) = 32),
  -- A document is reversed once, even by two simultaneous calls.
  reverses      uuid           unique references stock_documents,
  note          text,
  occurred_at   timestamptz(3) not null default now(),
  recorded_at   timestamptz(3) not null default now(),
  recorded_by   uuid           not null references users,

  constraint stock_documents_receipt check (
    (kind = 'receipt') = (supplier is not null and delivery_note is not null and delivery_key is not null)
  ),
  constraint stock_documents_reversal check ((kind = 'reversal') = (reverses is not null))
);

create trigger stock_documents_kept before update or delete or truncate on stock_documents
  for each statement execute function refuse_change();

-- No foreign keys to locations and users: each movement would lock the same few rows, which all receipts and sales would then share.
-- A location is never removed, and the document refers to the user.
create table stock_movements (
  id            uuid           primary key,
  document_id   uuid           not null references stock_documents,
  item_id       uuid           not null references items,
  lot_id        uuid,
  quantity      numeric(18,6)  not null check (quantity > 0),
  from_location uuid           not null,
  to_location   uuid           not null check (to_location <> from_location),
  reason        text           not null,
  unit_cost     numeric(18,6)  check (unit_cost >= 0),
  -- The value that moved, in the organisation's currency: with it, the ledger is double-entry in money, too. At any time, the stock of
  -- an item is worth its quantity at its average cost, which is what came in less what went out. Issues have the average cost at that
  -- time; a receipt includes what its cost changes in the existing stock. Null as long as the item has no cost.
  value         numeric,
  occurred_at   timestamptz(3) not null,
  recorded_by   uuid           not null,
  reverses      uuid           references stock_movements,
  -- The invoice line that took or returned it.
  source_line   uuid,

  foreign key (lot_id, item_id) references lots (id, item_id)
);

create unique index stock_movements_reversed_once on stock_movements (reverses) where reverses is not null;
create index stock_movements_of_document on stock_movements (document_id);
create index stock_movements_of_source_line on stock_movements (source_line) where source_line is not null;
-- Movements are listed by time. Each index ends with time and id, so that a filter and a period are one range.
create index stock_movements_by_time on stock_movements (occurred_at, id);
create index stock_movements_by_reason on stock_movements (reason, occurred_at, id);
create index stock_movements_of_item on stock_movements (item_id, occurred_at, id);
create index stock_movements_of_lot on stock_movements (lot_id, occurred_at, id) where lot_id is not null;

create trigger stock_movements_kept before update or delete or truncate on stock_movements
  for each statement execute function refuse_change();

-- Stock on hand by location; always the sum of the movements in and out. The other sides of the books have no balance: all receipts
-- would wait for one another to write it.
create table stock_balances (
  id          uuid          primary key,
  item_id     uuid          not null references items,
  lot_id      uuid,
  location_id uuid          not null references locations,
  on_hand     numeric(18,6) not null check (on_hand >= 0),

  unique nulls not distinct (item_id, lot_id, location_id),
  foreign key (lot_id, item_id) references lots (id, item_id)
) with (fillfactor = 70);

create index stock_balances_of_lot on stock_balances (lot_id);

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
