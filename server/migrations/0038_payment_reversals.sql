-- A payment never changes. A reversal of it is a row of the same invoice and method over the opposite amount.
alter table payments add reverses uuid, add reason text;
alter table payments
  add kind text not null generated always as (
    case when reverses is not null then 'reversal' when amount < 0 then 'refund' else 'payment' end) stored,
  -- What a reversal reverses, for the foreign key. Never a reversal.
  add reversed_amount numeric(18,3) generated always as (case when reverses is not null then -amount end) stored,
  add reversed_kind text generated always as (
    case when reverses is null then null when amount < 0 then 'payment' else 'refund' end) stored,
  add constraint payments_reversed_with_a_reason check ((reverses is null) = (reason is null)),
  add constraint payments_reversed_once unique (reverses),
  add constraint payments_to_reverse unique (id, invoice_id, method, amount, kind),
  add constraint payments_reversed_exactly foreign key (reverses, invoice_id, method, reversed_amount, reversed_kind)
    references payments (id, invoice_id, method, amount, kind);

-- A payment can be reversed after a credit note was refunded. Then the money was returned twice, and the patient owes it.
alter table invoices drop constraint invoices_check2, add constraint invoices_paid_check check (abs(paid) <= gross);
