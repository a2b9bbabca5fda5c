-- Stock as a double-entry ledger: each movement takes a quantity of an item, and lot, from one location to another.
-- Supplier, consumption, loss and variance are locations too, so that everything sums to zero.

create table items (
  id              uuid           primary key,
  sku             text           not null unique check (char_length(sku) between 1 and 64),
  name            text           not null check (char_length(name) between 1 and 200),
  unit            text           not null check (char_length(unit) between 1 and 40),
  gtin            text           check (gtin ~ '^(\d{8}|\d{12,14})$'),
  lot_tracking    boolean        not null,
  expiry_tracking boolean        not null,
  reorder_level   numeric(18,6)  check (reorder_level >= 0),
  -- Over all stock locations; always the sum of the item's balances.
  on_hand         numeric(18,6)  not null default 0 check (on_hand >= 0),
  -- Of one unit. As exact as it was computed, so that taking a receipt back gives the average that was there before.
  average_cost    numeric        check (average_cost >= 0),
  version         integer        not null default 1,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),

  constraint items_expiry_is_of_lots check (lot_tracking or not expiry_tracking)
) with (fillfactor = 70);

-- A GTIN of 8, 12 or 13 digits is the same one as with zeros before it to 14 (GS1 General Specifications, 3.2).
create unique index items_gtin on items (lpad(gtin, 14, '0'));
create index items_by_text on items using gin (sku gin_trgm_ops, name gin_trgm_ops);

create table lots (
  id         uuid           primary key,
  item_id    uuid           not null references items,
  name       text           not null check (char_length(name) between 1 and 100),
  -- The last day on which it may be used.
  expires_on date,
  created_at timestamptz(3) not null default now(),

  unique (item_id, name),
  unique (id, item_id)
);

create index lots_by_name on lots (name);
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
-- One of each side of the books.
create unique index locations_sides on locations (kind) where kind <> 'stock';

-- The same in every installation: the code knows the sides of the books by these ids.
insert into locations (id, name, kind, is_default) values
  ('00000000-0000-7000-8000-000000000001', 'Main',        'stock',       true),
  ('00000000-0000-7000-8000-000000000002', 'Supplier',    'supplier',    false),
  ('00000000-0000-7000-8000-000000000003', 'Consumption', 'consumption', false),
  ('00000000-0000-7000-8000-000000000004', 'Loss',        'loss',        false),
  ('00000000-0000-7000-8000-000000000005', 'Variance',    'variance',    false);

create table stock_documents (
  id            uuid           primary key,
  kind          text           not null check (kind in ('receipt', 'adjustment', 'reversal', 'sale', 'return')),
  -- Of a receipt, as it was written.
  supplier      text,
  delivery_note text,
  -- SHA-256 of both as they are compared: a delivery posted twice meets itself here.
  delivery_key  bytea          unique check (octet_length(delivery_key) = 32),
  -- A document is taken back once, also when two take it back at once.
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

-- Locations and people are no foreign keys here: each movement would lock the same few rows of them, which all who
-- receive or sell would then share. A location is never removed, and the document holds the person.
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
  occurred_at   timestamptz(3) not null,
  recorded_by   uuid           not null,
  reverses      uuid           references stock_movements,
  -- The invoice line that took it or puts it back.
  source_line   uuid,

  foreign key (lot_id, item_id) references lots (id, item_id)
);

create unique index stock_movements_reversed_once on stock_movements (reverses) where reverses is not null;
create index stock_movements_of_document on stock_movements (document_id);
create index stock_movements_of_item on stock_movements (item_id, id);
create index stock_movements_of_lot on stock_movements (lot_id, id) where lot_id is not null;
create index stock_movements_of_source_line on stock_movements (source_line) where source_line is not null;

-- What is on hand where stock can be; always the sum of the movements in and out. The sides of the books have no
-- balance: all who receive would wait for one another to write it.
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

-- History is only added to. The application's own user is refused, too.
create trigger stock_movements_kept before update or delete or truncate on stock_movements
  for each statement execute function refuse_change();
create trigger stock_documents_kept before update or delete or truncate on stock_documents
  for each statement execute function refuse_change();
create trigger locations_kept before delete or truncate on locations
  for each statement execute function refuse_change();
