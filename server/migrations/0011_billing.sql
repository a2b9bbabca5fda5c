-- Invoices after EN 16931: drafts, which may be changed, and issued ones, which are frozen here, in the database itself.
-- Amounts are what the server computed in whole minor units; the checks say how they belong together.

create table invoices (
  id            uuid           primary key,
  version       integer        not null default 1,
  status        text           not null default 'draft' check (status in ('draft', 'issued', 'paid', 'void')),
  series        text           not null,
  -- Which of its series it is, from 1 on without gaps, and how that was written when it was issued.
  ordinal       bigint         check (ordinal > 0),
  number        text           constraint invoices_number_taken unique,
  -- A retired record can by no means have one.
  patient_id    uuid           not null references patients (live_id),
  -- Who is billed, where it is not the patient.
  payer         jsonb,
  -- The contract's BillTo, as it was when the invoice was last written.
  bill_to       jsonb          not null,
  billed_to     text           not null generated always as (bill_to ->> 'name') stored,
  currency      text           not null check (currency ~ '^[A-Z]{3}$'),
  tax_mode      text           not null check (tax_mode in ('exclusive', 'inclusive')),
  issue_date    date,
  due_date      date           check (due_date >= issue_date),
  terms_days    integer        check (terms_days between 0 and 365),
  -- Under which it is found: the issue date, or the day on which a draft was made.
  day           date           not null,
  note          text,
  net           numeric(18,3)  not null check (net >= 0),
  discount      numeric(18,3)  not null check (discount >= 0),
  tax           numeric(18,3)  not null check (tax >= 0),
  gross         numeric(18,3)  not null check (gross = net + tax),
  paid          numeric(18,3)  not null default 0 check (paid between 0 and gross),
  credited      numeric(18,3)  not null default 0 check (credited between 0 and gross),
  due           numeric(18,3)  not null generated always as (
    case when status = 'void' then 0 else gross - credited - paid end) stored,
  -- The contract's TaxGroup, one for each category and rate.
  tax_breakdown jsonb          not null,
  void_reason   text,
  voided_at     timestamptz(3),
  voided_by     uuid           references users,
  -- The return that put its stock back when it was voided.
  restock_id    uuid,
  created_at    timestamptz(3) not null default now(),
  created_by    uuid           not null references users,
  updated_at    timestamptz(3) not null default now(),
  issued_at     timestamptz(3),
  issued_by     uuid           references users,

  constraint invoices_numbered_when_issued check (
    (status = 'draft') = (number is null) and (number is null) = (ordinal is null)
    and (number is null) = (issued_at is null) and (number is null) = (issued_by is null)
    and (number is null or issue_date is not null and due_date is not null)
  ),
  constraint invoices_paid_when_nothing_is_due check (
    case status
      when 'draft' then paid = 0 and credited = 0
      when 'issued' then gross - credited - paid > 0
      when 'paid' then gross - credited - paid <= 0
      else paid = 0 and credited = 0
    end
  ),
  constraint invoices_void_with_a_reason check (
    (status = 'void') = (void_reason is not null and voided_at is not null and voided_by is not null)
    and (restock_id is null or status = 'void')
  ),
  unique (series, ordinal)
) with (fillfactor = 80);

create index invoices_of_patient on invoices (patient_id, id desc);
create index invoices_by_status on invoices (status, id desc);
create index invoices_by_day on invoices (day);
create index invoices_by_due_date on invoices (due_date) where status = 'issued';
create index invoices_by_text on invoices using gin (number gin_trgm_ops, billed_to gin_trgm_ops);

create table invoice_lines (
  id               uuid          primary key,
  invoice_id       uuid          not null references invoices on delete cascade,
  position         integer       not null,
  description      text          not null,
  code             text,
  quantity         numeric(18,6) not null check (quantity > 0),
  unit_price       numeric(18,6) not null check (unit_price >= 0),
  discount_percent numeric(7,4)  check (discount_percent between 0 and 100),
  discount_amount  numeric(18,3) check (discount_amount >= 0),
  discount         numeric(18,3) not null check (discount >= 0),
  tax_category     text          not null check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  tax_rate         numeric(7,4)  not null check (tax_rate between 0 and 100),
  net              numeric(18,3) not null check (net >= 0),
  tax              numeric(18,3) not null check (tax >= 0),
  gross            numeric(18,3) not null check (gross = net + tax),
  item_id          uuid          references items,
  lot              text          check (lot is null or item_id is not null),
  location_id      uuid          references locations check (location_id is null or item_id is not null),

  constraint invoice_lines_one_discount check (discount_percent is null or discount_amount is null),
  constraint invoice_lines_taxed_at_a_rate check ((tax_category = 'S') = (tax_rate > 0)),
  unique (invoice_id, position)
);

create table invoice_discounts (
  invoice_id   uuid          not null references invoices on delete cascade,
  position     integer       not null,
  reason       text          not null,
  percent      numeric(7,4)  check (percent between 0 and 100),
  tax_category text          not null check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  tax_rate     numeric(7,4)  not null check (tax_rate between 0 and 100),
  net          numeric(18,3) not null check (net >= 0),
  tax          numeric(18,3) not null check (tax >= 0),
  gross        numeric(18,3) not null check (gross = net + tax),

  primary key (invoice_id, position)
);

create table payments (
  id          uuid           primary key,
  invoice_id  uuid           not null references invoices,
  -- Negative where money was given back.
  amount      numeric(18,3)  not null check (amount <> 0),
  method      text           not null check (method in ('cash', 'card', 'transfer', 'direct_debit', 'cheque', 'other')),
  received_on date           not null,
  reference   text,
  recorded_at timestamptz(3) not null default now(),
  recorded_by uuid           not null references users
);

create index payments_of_invoice on payments (invoice_id, id);

create table credit_notes (
  id            uuid           primary key,
  invoice_id    uuid           not null references invoices,
  series        text           not null,
  ordinal       bigint         not null check (ordinal > 0),
  number        text           not null constraint credit_notes_number_taken unique,
  reason        text           not null,
  issue_date    date           not null,
  net           numeric(18,3)  not null check (net >= 0),
  tax           numeric(18,3)  not null check (tax >= 0),
  gross         numeric(18,3)  not null check (gross = net + tax),
  tax_breakdown jsonb          not null,
  issued_at     timestamptz(3) not null,
  issued_by     uuid           not null references users,

  unique (series, ordinal)
);

create index credit_notes_of_invoice on credit_notes (invoice_id, id);

create table credit_note_lines (
  credit_note_id uuid          not null references credit_notes,
  line_id        uuid          not null references invoice_lines,
  position       integer       not null,
  quantity       numeric(18,6) not null check (quantity > 0),
  net            numeric(18,3) not null check (net >= 0),
  tax            numeric(18,3) not null check (tax >= 0),
  gross          numeric(18,3) not null check (gross = net + tax),

  primary key (credit_note_id, line_id)
);

create index credit_note_lines_of_line on credit_note_lines (line_id);

-- The last ordinal given in each series. A row and not a sequence: what is rolled back leaves no gap. Whoever takes the
-- next one keeps all others of that series waiting, so it is the last thing that a transaction does.
create table invoice_series_counters (
  series text   primary key,
  last   bigint not null check (last > 0)
) with (fillfactor = 10);

-- Of an issued invoice, only who owes it, what was paid and credited, and whether it is void may change; of a void one,
-- only who owed it. Comparing all other columns by name includes those that are added later.
create function invoices_frozen() returns trigger language plpgsql as $$
declare
  -- The last two are generated, and not there yet.
  open text[] := array['patient_id', 'version', 'updated_at', 'due', 'billed_to'];
begin
  if tg_op = 'UPDATE' and new.status <> 'draft' then
    if old.status <> 'void' then
      open := open || array['status', 'paid', 'credited', 'void_reason', 'voided_at', 'voided_by', 'restock_id'];
    end if;
    if to_jsonb(new) - open = to_jsonb(old) - open then
      return new;
    end if;
  end if;
  raise exception 'an issued invoice is frozen'
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end
$$;

create trigger invoices_frozen before update or delete on invoices
  for each row when (old.status <> 'draft') execute function invoices_frozen();
create trigger invoices_kept before truncate on invoices for each statement execute function refuse_change();

-- Lines and discounts of a draft are replaced, never edited; those of an issued invoice are neither.
create function invoice_parts_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from changed join invoices i on i.id = changed.invoice_id where i.status <> 'draft') then
    raise exception 'an issued invoice is frozen'
      using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger invoice_lines_frozen_insert after insert on invoice_lines
  referencing new table as changed for each statement execute function invoice_parts_frozen();
create trigger invoice_lines_frozen_delete after delete on invoice_lines
  referencing old table as changed for each statement execute function invoice_parts_frozen();
create trigger invoice_lines_kept before update or truncate on invoice_lines
  for each statement execute function refuse_change();

create trigger invoice_discounts_frozen_insert after insert on invoice_discounts
  referencing new table as changed for each statement execute function invoice_parts_frozen();
create trigger invoice_discounts_frozen_delete after delete on invoice_discounts
  referencing old table as changed for each statement execute function invoice_parts_frozen();
create trigger invoice_discounts_kept before update or truncate on invoice_discounts
  for each statement execute function refuse_change();

create trigger payments_kept before update or delete or truncate on payments
  for each statement execute function refuse_change();
create trigger credit_notes_kept before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();
create trigger credit_note_lines_kept before update or delete or truncate on credit_note_lines
  for each statement execute function refuse_change();

-- A number once given is never given again.
create function series_counters_count_up() returns trigger language plpgsql as $$
begin
  raise exception 'a series only counts up'
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end
$$;

create trigger series_counters_count_up before update on invoice_series_counters
  for each row when (new.last <> old.last + 1 or new.series <> old.series) execute function series_counters_count_up();
create trigger invoice_series_counters_kept before delete or truncate on invoice_series_counters
  for each statement execute function refuse_change();
