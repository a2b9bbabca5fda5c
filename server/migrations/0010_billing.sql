-- Invoices after EN 16931: drafts, which can be changed, and issued ones, which the database itself freezes. The server computes
-- amounts in whole minor units; the checks state how they belong together.

create table invoices (
  id              uuid           primary key,
  version         integer        not null default 1,
  status          text           not null default 'draft' check (status in ('draft', 'issued', 'paid', 'void')),
  series          text           not null,
  -- The position in its series, from 1 without gaps, and the number as it was formatted at issue.
  ordinal         bigint         check (ordinal > 0),
  number          text           constraint invoices_number_taken unique,
  -- A merged record cannot have one.
  patient_id      uuid           not null references patients (live_id),
  -- Who is billed instead of the patient.
  payer           jsonb,
  -- The contract's BillTo, as of the last change of the draft.
  bill_to         jsonb          not null,
  billed_to       text           not null generated always as (bill_to ->> 'name') stored,
  -- The buyer's own reference (BT-10 of EN 16931).
  buyer_reference text           check (length(buyer_reference) between 1 and 100),
  -- The organisation's name and letterhead as of issue.
  seller          jsonb,
  currency        text           not null check (currency ~ '^[A-Z]{3}$'),
  tax_mode        text           not null check (tax_mode in ('exclusive', 'inclusive')),
  issue_date      date,
  due_date        date           check (due_date >= issue_date),
  terms_days      integer        check (terms_days between 0 and 365),
  -- The date it is listed under: the issue date, or the day on which a draft was created.
  day             date           not null,
  note            text,
  net             numeric(18,3)  not null check (net >= 0),
  discount        numeric(18,3)  not null check (discount >= 0),
  tax             numeric(18,3)  not null check (tax >= 0),
  -- The tax is the rate on the net (EN 16931 BR-CO-17). Inclusive prices and the last of several credit notes can leave another minor
  -- unit (BT-114).
  rounding        numeric(18,3)  not null default 0,
  gross           numeric(18,3)  not null,
  -- Negative if a payment was reversed after a credit note was refunded: the patient owes what was returned twice.
  paid            numeric(18,3)  not null default 0,
  credited        numeric(18,3)  not null default 0,
  due             numeric(18,3)  not null generated always as (
    case when status = 'void' then 0 else gross - credited - paid end) stored,
  -- The contract's TaxGroup, one for each category and rate.
  tax_breakdown   jsonb          not null,
  void_reason     text,
  voided_at       timestamptz(3),
  -- The date in the patient's statement, in the organisation's time zone but not before the issue date. Stored, so that another time
  -- zone in the settings does not change past statements.
  voided_on       date,
  voided_by       uuid           references users,
  -- The return that restored its stock when it was voided.
  restock_id      uuid,
  created_at      timestamptz(3) not null default now(),
  created_by      uuid           not null references users,
  updated_at      timestamptz(3) not null default now(),
  issued_at       timestamptz(3),
  issued_by       uuid           references users,

  constraint invoices_gross_adds_up check (gross = net + tax + rounding),
  constraint invoices_paid_check check (abs(paid) <= gross),
  constraint invoices_credited_check check (credited between 0 and gross),
  constraint invoices_numbered_when_issued check (
    (status = 'draft') = (number is null) and (number is null) = (ordinal is null)
    and (number is null) = (issued_at is null) and (number is null) = (issued_by is null)
    and (number is null or issue_date is not null and due_date is not null)
  ),
  constraint invoices_from_someone_when_issued check ((seller is null) = (number is null)),
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
  constraint invoices_void_on_a_date check (
    (voided_on is null) = (voided_at is null) and (voided_on is null or voided_on >= issue_date)
  ),
  unique (series, ordinal)
) with (fillfactor = 80);

create index invoices_of_patient on invoices (patient_id, id desc);
create index invoices_by_status on invoices (status, id desc);
create index invoices_by_day on invoices (day, id);
create index invoices_by_due_date on invoices (due_date) where status = 'issued';
create index invoices_in_due_order on invoices ((coalesce(due_date, 'infinity'::date)), id);
create index invoices_by_text on invoices using gin (folded(number) gin_trgm_ops, folded(billed_to) gin_trgm_ops);
create index invoices_by_currency on invoices (currency);

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
  accept_expired   boolean       not null default false check (not accept_expired or item_id is not null),

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

-- Of an issued invoice, only the patient, the amounts paid and credited, and the void can change; of a void one, only the patient.
-- Comparing all other columns by name includes those that are added later.
create function invoices_frozen() returns trigger language plpgsql as $$
declare
  -- The last two are generated, and not computed yet.
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

create trigger invoices_frozen before update or delete on invoices
  for each row when (old.status <> 'draft') execute function invoices_frozen();
create trigger invoices_kept before truncate on invoices for each statement execute function refuse_change();

-- Lines and discounts of a draft are replaced, never edited. Those of an issued invoice are neither.
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

-- A payment never changes. A reversal is a row of the same invoice and method with the opposite amount.
create table payments (
  id              uuid           primary key,
  invoice_id      uuid           not null references invoices,
  kind            text           not null generated always as (
    case when reverses is not null then 'reversal' when amount < 0 then 'refund' else 'payment' end) stored,
  -- Negative if money was refunded.
  amount          numeric(18,3)  not null check (amount <> 0),
  method          text           not null
    check (method in ('cash', 'card', 'transfer', 'direct_debit', 'cheque', 'other')),
  received_on     date           not null,
  reference       text,
  reverses        uuid,
  reason          text,
  -- What a reversal reverses, for the foreign key. Never a reversal.
  reversed_amount numeric(18,3)  generated always as (case when reverses is not null then -amount end) stored,
  reversed_kind   text           generated always as (
    case when reverses is null then null when amount < 0 then 'payment' else 'refund' end) stored,
  recorded_at     timestamptz(3) not null default now(),
  recorded_by     uuid           not null references users,

  constraint payments_reversed_with_a_reason check ((reverses is null) = (reason is null)),
  constraint payments_reversed_once unique (reverses),
  constraint payments_to_reverse unique (id, invoice_id, method, amount, kind),
  constraint payments_reversed_exactly foreign key (reverses, invoice_id, method, reversed_amount, reversed_kind)
    references payments (id, invoice_id, method, amount, kind)
);

create index payments_of_invoice on payments (invoice_id, id);
create index payments_by_day on payments (received_on desc, id desc);
create index payments_by_method on payments (method, received_on desc, id desc);
create index payments_by_kind on payments (kind, received_on desc, id desc);
create index payments_by_reference on payments using gin (reference gin_trgm_ops);

create trigger payments_kept before update or delete or truncate on payments
  for each statement execute function refuse_change();

create table credit_notes (
  id            uuid           primary key,
  invoice_id    uuid           not null references invoices,
  series        text           not null,
  ordinal       bigint         not null check (ordinal > 0),
  number        text           not null constraint credit_notes_number_taken unique,
  reason        text           not null,
  -- The organisation's name and letterhead as of issue.
  seller        jsonb          not null,
  issue_date    date           not null,
  net           numeric(18,3)  not null check (net >= 0),
  tax           numeric(18,3)  not null check (tax >= 0),
  rounding      numeric(18,3)  not null default 0,
  gross         numeric(18,3)  not null,
  tax_breakdown jsonb          not null,
  issued_at     timestamptz(3) not null,
  issued_by     uuid           not null references users,

  constraint credit_notes_gross_adds_up check (gross = net + tax + rounding),
  unique (series, ordinal)
);

create index credit_notes_of_invoice on credit_notes (invoice_id, id);
create index credit_notes_by_date on credit_notes (issue_date);
create index credit_notes_by_number on credit_notes using gin (number gin_trgm_ops);

create trigger credit_notes_kept before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();

create table credit_note_lines (
  credit_note_id uuid          not null references credit_notes,
  line_id        uuid          not null references invoice_lines,
  position       integer       not null,
  -- Null if the line is credited by amount.
  quantity       numeric(18,6) check (quantity > 0),
  net            numeric(18,3) not null check (net >= 0),
  tax            numeric(18,3) not null check (tax >= 0),
  gross          numeric(18,3) not null check (gross = net + tax),

  primary key (credit_note_id, line_id)
);

create index credit_note_lines_of_line on credit_note_lines (line_id);

create trigger credit_note_lines_kept before update or delete or truncate on credit_note_lines
  for each statement execute function refuse_change();

-- The last ordinal of each series. A row rather than a sequence, so that a rollback leaves no gap. The transaction that takes the next
-- one makes all others of that series wait, so it does that last.
create table invoice_series_counters (
  series     text   primary key,
  last       bigint not null check (last > 0),
  -- The issue date of the last invoice, which the next one must not precede. Null for credit notes.
  issue_date date
) with (fillfactor = 10);

-- A number is never assigned twice.
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

-- The PDF and XML of invoices and credit notes, as they were first created. They never change.
create table issued_files (
  -- An invoice or a credit note.
  document_id uuid  not null,
  -- `pdf`, or a profile of e-invoices.
  format      text  not null,
  content     bytea not null,

  primary key (document_id, format)
);

create trigger issued_files_kept before update or delete or truncate on issued_files
  for each statement execute function refuse_change();

-- The number up to which a job has created the files of a series.
create table filed_series (
  series  text   primary key,
  ordinal bigint not null
);
